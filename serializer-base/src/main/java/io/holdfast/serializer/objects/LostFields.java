package io.holdfast.serializer.objects;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes collections that would come back empty. A class that is not Serializable does not say
 * how to write it. If one of its final fields is transient all the same, as in views of some
 * libraries, its content is in that field, and reading could not restore it.
 */
public final class LostFields {

  private LostFields() {}

  /** Returns why objects of a class are not written by their fields; null if they can be. */
  public static @Nullable String of(Class<?> type) {
    if (Serializable.class.isAssignableFrom(type)
        || !(Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type))) {
      return null;
    }
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers)
            && Modifier.isTransient(modifiers)
            && Modifier.isFinal(modifiers)) {
          return "it is not Serializable, and its final field %s is transient and would be lost"
              .formatted(field.getName());
        }
      }
    }
    return null;
  }
}
