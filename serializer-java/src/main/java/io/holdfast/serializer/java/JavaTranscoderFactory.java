package io.holdfast.serializer.java;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;

/** Builds the transcoder on JDK serialization. */
public final class JavaTranscoderFactory implements TranscoderFactory {

  /** Found by name, see {@code transcoderFactoryClass}. */
  public JavaTranscoderFactory() {}

  @Override
  public String name() {
    return "java";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    if (!context.customConverters().isEmpty()) {
      throw TranscoderException.ofConverter(
          String.join(",", context.customConverters()),
          "the java serializer takes no converters; remove it or choose"
              + " transcoderFactoryClass=\"kryo\"",
          null);
    }
    return new JavaTranscoder(context);
  }
}
