package io.holdfast.sessions.model;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transcoder whose durations are measured, failed attempts included. */
public record TimedTranscoder(Transcoder transcoder, SessionMetrics metrics) implements Transcoder {

  @Override
  public byte[] encode(Object graph) {
    long started = metrics.started();
    try {
      return transcoder.encode(graph);
    } finally {
      metrics.ended(Timing.ENCODE, started);
    }
  }

  /** Counts no time where attributes share an object: the encoding that follows is timed. */
  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    long started = metrics.started();
    boolean isOver = true;
    try {
      @Nullable T read = transcoder.encodeEach(roots, isApart, reader);
      isOver = read != null;
      return read;
    } finally {
      if (isOver) {
        metrics.ended(Timing.ENCODE, started);
      }
    }
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    long started = metrics.started();
    try {
      return transcoder.decode(bytes, start, length);
    } finally {
      metrics.ended(Timing.DECODE, started);
    }
  }
}
