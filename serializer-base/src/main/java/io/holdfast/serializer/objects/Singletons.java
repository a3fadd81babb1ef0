package io.holdfast.serializer.objects;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Classes with one stateless object per JVM, in a constant {@code INSTANCE}: an {@code object} of
 * Kotlin, and the singletons of many applications. A second object would not be equal to the first,
 * so reading must return the first.
 */
public final class Singletons {

  private static final ClassValue<Optional<Object>> INSTANCES =
      ClassMembers.known(type -> Optional.ofNullable(find(type)));

  private Singletons() {}

  /** The only object of a class, null if there can be several. */
  public static @Nullable Object of(Class<?> type) {
    return INSTANCES.get(type).orElse(null);
  }

  private static @Nullable Object find(Class<?> type) {
    if (type.getModule().isNamed()
        || type.isRecord()
        || type.getSuperclass() == null
        || !Arrays.stream(type.getDeclaredConstructors()).allMatch(Singletons::isPrivate)
        || hasState(type)) {
      return null;
    }
    try {
      Field field = type.getDeclaredField("INSTANCE");
      int modifiers = field.getModifiers();
      if (!Modifier.isStatic(modifiers)
          || !Modifier.isFinal(modifiers)
          || field.getType() != type
          || !field.trySetAccessible()) {
        return null;
      }
      Object instance = field.get(null);
      return instance != null && instance.getClass() == type ? instance : null;
    } catch (NoSuchFieldException | IllegalAccessException e) {
      return null; // it is an ordinary class
    }
  }

  private static boolean isPrivate(Constructor<?> constructor) {
    return Modifier.isPrivate(constructor.getModifiers());
  }

  private static boolean hasState(Class<?> type) {
    return ClassMembers.fields(ClassMembers.upwards(type)).findAny().isPresent();
  }
}
