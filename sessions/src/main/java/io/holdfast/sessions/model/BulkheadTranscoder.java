package io.holdfast.sessions.model;

import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transcoder that decodes behind a bulkhead. Encoding needs none: the application is trusted. */
public record BulkheadTranscoder(Transcoder transcoder, DecodeBulkhead bulkhead)
    implements Transcoder {

  @Override
  public byte[] encode(Object graph) {
    return transcoder.encode(graph);
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return transcoder.encodeEach(roots, isApart, reader);
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return bulkhead.decode(bytes, start, length, () -> transcoder.decode(bytes, start, length));
  }
}
