package io.holdfast.serializer.jdk;

import io.holdfast.serializer.objects.SharedKinds;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares two objects that one {@code writeReplace} may have made, one after the other: all they
 * hold is the same, or equal if it is a value. Code of the application is not asked.
 */
final class EqualParts {

  /** A stand-in holds arrays and collections that it made itself, hardly any within others. */
  private static final int LEVELS = 3;

  private EqualParts() {}

  static boolean are(Object one, Object other) {
    return one == other
        || (one.getClass() == other.getClass()
            && (one.getClass().getModule().isNamed()
                ? isSame(one, other, LEVELS)
                : fieldsAreSame(one, other)));
  }

  private static boolean fieldsAreSame(Object one, Object other) {
    for (Class<?> c = one.getClass(); !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        field.setAccessible(true);
        try {
          if (!isSame(field.get(one), field.get(other), LEVELS)) {
            return false;
          }
        } catch (IllegalAccessException e) {
          throw new IllegalStateException("accessible field refused access: " + field, e);
        }
      }
    }
    return true;
  }

  private static boolean isSame(@Nullable Object one, @Nullable Object other, int levels) {
    if (one == other) {
      return true;
    }
    if (one == null || other == null || one.getClass() != other.getClass() || levels == 0) {
      return false;
    }
    Class<?> type = one.getClass();
    if (type.isArray()) {
      return areSame(elementsOf(one), elementsOf(other), levels);
    }
    if (!type.getModule().isNamed()) {
      return false;
    }
    if (one instanceof Collection<?> some && other instanceof Collection<?> others) {
      return areSame(Arrays.asList(some.toArray()), Arrays.asList(others.toArray()), levels);
    }
    if (one instanceof Map<?, ?> some && other instanceof Map<?, ?> others) {
      return areSame(keysAndValues(some), keysAndValues(others), levels);
    }
    return !SharedKinds.include(type) && one.equals(other);
  }

  private static boolean areSame(
      List<? extends @Nullable Object> some, List<? extends @Nullable Object> others, int levels) {
    if (some.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < some.size(); i++) {
      if (!isSame(some.get(i), others.get(i), levels - 1)) {
        return false;
      }
    }
    return true;
  }

  private static List<@Nullable Object> elementsOf(Object array) {
    @Nullable Object[] elements = new Object[Array.getLength(array)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Array.get(array, i);
    }
    return Arrays.asList(elements);
  }

  private static List<@Nullable Object> keysAndValues(Map<?, ?> map) {
    @Nullable Object[] both = new Object[2 * map.size()];
    int i = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      both[i++] = entry.getKey();
      both[i++] = entry.getValue();
    }
    return Arrays.asList(both);
  }
}
