package io.holdfast.serializer.objects;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of which collections nothing would be left. A class that is not Serializable says nothing
 * of how it is to be written; where it calls a final field transient all the same, as the views of
 * some libraries do, what it holds is there, and nothing could put it back.
 */
public final class LostFields {

  private LostFields() {}

  /** Why objects of a class are not written by their fields; null if they can be. */
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
