package io.holdfast.serializer.graph;

import java.util.Map;

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
}
