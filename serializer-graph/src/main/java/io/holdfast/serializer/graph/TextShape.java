package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.ClassFilter;
import java.util.function.Function;

/**
 * Instances that one text says everything about.
 *
 * @param isValue false for mutable classes, whose identity matters
 */
record TextShape(
    boolean isValue, Class<?> wireClass, Function<Object, String> format, Parser parser)
    implements Shape {

  @FunctionalInterface
  interface Parser {
    Object parse(String text, ClassFilter filter);
  }

  static <T> TextShape value(
      Class<T> type, Function<? super T, String> format, Function<String, T> parse) {
    return of(true, type, format, parse);
  }

  static <T> TextShape mutable(
      Class<T> type, Function<? super T, String> format, Function<String, T> parse) {
    return of(false, type, format, parse);
  }

  private static <T> TextShape of(
      boolean value, Class<T> type, Function<? super T, String> format, Function<String, T> parse) {
    return new TextShape(
        value, type, o -> format.apply(type.cast(o)), (text, filter) -> parse.apply(text));
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return wireClass;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    out.text(format.apply(instance));
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return parser.parse(in.text(), in.state().filter());
  }
}
