package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.ExactNumbers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes whose objects stand for primitive values. */
final class Boxed {

  private static final Map<Class<?>, Class<?>> BY_PRIMITIVE =
      Map.of(
          boolean.class, Boolean.class,
          byte.class, Byte.class,
          char.class, Character.class,
          short.class, Short.class,
          int.class, Integer.class,
          long.class, Long.class,
          float.class, Float.class,
          double.class, Double.class);

  private Boxed() {}

  /** The class of the values of a type: the type itself, unless it is primitive. */
  static Class<?> of(Class<?> type) {
    return type.isPrimitive() ? BY_PRIMITIVE.getOrDefault(type, type) : type;
  }

  /**
   * Fits a value that brought its class to a field that may have had another type when it was
   * written. What is no number is for the field to take or to refuse.
   *
   * @throws io.holdfast.core.transcoder.TranscoderException if the type has no such number
   */
  static @Nullable Object fit(@Nullable Object value, Class<?> declared) {
    Class<?> target = of(declared);
    boolean fits = target.isInstance(value) || !BY_PRIMITIVE.containsValue(target);
    if (value == null || fits || !(value instanceof Number || value instanceof Character)) {
      return value;
    }
    Object fitting = ExactNumbers.fit(value, target);
    if (fitting == null) {
      throw DecodeState.unreadable(
          "a %s that is none of the values of %s".formatted(value.getClass().getName(), target),
          null);
    }
    return fitting;
  }
}
