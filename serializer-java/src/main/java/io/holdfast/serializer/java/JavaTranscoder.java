package io.holdfast.serializer.java;

import io.holdfast.core.transcoder.JdkSerialization;
import io.holdfast.core.transcoder.ProvenClasses;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;

/** Encodes whole graphs with JDK serialization. */
final class JavaTranscoder implements Transcoder {

  private final int maxBytes;
  private final JdkSerialization serialization;
  private final ProvenClasses proven;

  JavaTranscoder(TranscoderContext context) {
    this.maxBytes = context.limits().maxBytes();
    this.serialization = new JdkSerialization(context);
    this.proven = new ProvenClasses(context.filter());
  }

  @Override
  public byte[] encode(Object graph) {
    ProvenClasses.Trial trial = proven.trial();
    byte[] bytes = serialization.write(graph, trial);
    if (bytes.length > maxBytes) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "graph of class %s takes %d bytes, more than the %d allowed"
              .formatted(graph.getClass().getName(), bytes.length, maxBytes));
    }
    trial.finish(graph, () -> decode(bytes), this::roundTrip);
    return bytes;
  }

  private void roundTrip(Object part) {
    decode(serialization.write(part, proven.trial()));
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return serialization.read(bytes, start, length);
  }
}
