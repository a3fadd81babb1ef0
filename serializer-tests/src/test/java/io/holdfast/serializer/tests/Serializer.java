package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.serializer.kryo.FieldSerializers;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A serializer as an operator can configure it: one column of the comparison.
 *
 * @param title heads the column, unique
 * @param factory the value of {@code transcoderFactoryClass}
 * @param options what else is configured
 */
record Serializer(String title, String factory, UnaryOperator<TranscoderContext> options) {

  /** With nothing but the defaults, in the order of the columns. */
  static final List<Serializer> ALL =
      List.of(plain("java"), plain("kryo"), plain("xstream"), plain("javolution"));

  /** All, and those that take fewer bytes for what they give up. */
  static final List<Serializer> WITH_OPTIONS =
      Stream.concat(ALL.stream(), Stream.of(customized("kryo", FieldSerializers.class))).toList();

  /** With the defaults. */
  private static Serializer plain(String name) {
    return new Serializer(name, name, UnaryOperator.identity());
  }

  private static Serializer customized(String name, Class<?> converter) {
    return plain(name)
        .with(List.of(converter.getName()))
        .titled(name + ", " + converter.getSimpleName());
  }

  private Serializer titled(String other) {
    return new Serializer(other, factory, options);
  }

  /** The same with converters, by the names of their classes. */
  Serializer with(List<String> converters) {
    return new Serializer(
        title,
        factory,
        context ->
            new TranscoderContext(
                context.filter(), context.limits(), context.copyCollections(), converters));
  }

  /** A transcoder for an application with the classes of these tests. */
  Transcoder transcoder() {
    return transcoder("");
  }

  /** The same, with more classes that are allowed. */
  Transcoder transcoder(String allowedClasses) {
    ClassLoader own = Serializer.class.getClassLoader();
    return transcoder(TranscoderContext.of(Filters.ofLoader(own, allowedClasses)));
  }

  /** A transcoder for an application whose classes this loader defines. */
  Transcoder transcoder(ClassLoader application) {
    return transcoder(TranscoderContext.of(Filters.ofLoader(application, "")));
  }

  /** A transcoder with another filter or other limits than the defaults. */
  Transcoder transcoder(TranscoderContext context) {
    return TranscoderFactories.find(factory, Serializer.class.getClassLoader())
        .create(options.apply(context));
  }

  /** The title, so that a test report is readable. */
  @Override
  public String toString() {
    return title;
  }
}
