package io.holdfast.serializer.objects;

import java.io.Serializable;
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
    return ClassMembers.fields(ClassMembers.ownClasses(type))
        .filter(field -> Modifier.isTransient(field.getModifiers()))
        .filter(field -> Modifier.isFinal(field.getModifiers()))
        .findFirst()
        .map(
            field ->
                "it is not Serializable, and its final field %s is transient and would be lost"
                    .formatted(field.getName()))
        .orElse(null);
  }
}
