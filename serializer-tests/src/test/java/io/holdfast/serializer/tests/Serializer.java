package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A serializer as an operator can configure it: one column of the comparison.
 *
 * @param title heads the column, unique
 * @param factory the value of {@code transcoderFactoryClass}
 * @param options what else is configured
 */
record Serializer(String title, String factory, UnaryOperator<TranscoderContext> options) {

  /** In the order of the columns. */
  static final List<Serializer> ALL =
      List.of(plain("java"), plain("kryo"), plain("xstream"), plain("javolution"));

  /** With the defaults. */
  private static Serializer plain(String name) {
    return new Serializer(name, name, UnaryOperator.identity());
  }

  /** A transcoder for an application whose classes this loader defines. */
  Transcoder transcoder(ClassLoader application) {
    TranscoderContext context = TranscoderContext.of(ClassFilter.create(application, ""));
    return TranscoderFactories.find(factory, Serializer.class.getClassLoader())
        .create(options.apply(context));
  }

  /** The title, so that a test report is readable. */
  @Override
  public String toString() {
    return title;
  }
}
