package io.holdfast.sessions.model;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.DeepTranscoder;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transcoder that throws only what a transcoder may throw, whatever the application's code and a
 * third-party serializer throw in it. It leaves its thread uninterrupted if it was that before: an
 * object that interrupts the thread which writes it does not disturb the sessions that this thread
 * writes next. How full the stack of its thread is does not matter ({@link DeepTranscoder}).
 */
record ContainedTranscoder(Transcoder transcoder) implements Transcoder {

  /** Has deep graphs done by a thread with a larger stack. */
  ContainedTranscoder {
    transcoder = new DeepTranscoder(transcoder);
  }

  @Override
  public byte[] encode(Object graph) {
    return contained(() -> transcoder.encode(graph), graph);
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return contained(
        () ->
            transcoder.encodeEach(
                roots,
                isApart,
                graphs -> {
                  if (graphs.size() != roots.size()) {
                    throw new TranscoderException(
                        Reason.UNWRITABLE,
                        "%d objects became %d graphs".formatted(roots.size(), graphs.size()));
                  }
                  return reader.apply(graphs);
                }),
        roots);
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return contained(() -> transcoder.decode(bytes, start, length), null);
  }

  /** Does work for what is written; null if it reads. */
  private static <T extends @Nullable Object> T contained(
      Supplier<T> work, @Nullable Object written) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    try {
      return work.get();
    } catch (TranscoderException e) {
      throw e;
    } catch (Throwable e) { // of the application: only its attribute is lost
      if (written != null && e instanceof ConcurrentModificationException changed) {
        throw changed;
      }
      throw written == null
          ? ApplicationFailure.whileReading(e)
          : ApplicationFailure.whileWriting(written, e);
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      } else {
        var unused = Thread.interrupted();
      }
    }
  }
}
