package io.holdfast.benchmarks.serializers;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderFactory;

/** A transcoder of ours without the record around its bytes. */
record TranscoderAlone(Transcoder transcoder) implements Codec {

  static Codec of(TranscoderFactory factory) {
    return new TranscoderAlone(Holdfast.transcoder(factory));
  }

  @Override
  public byte[] write(Object graph) {
    return transcoder.encode(graph);
  }

  @Override
  public Object read(byte[] bytes) {
    return transcoder.decode(bytes);
  }
}
