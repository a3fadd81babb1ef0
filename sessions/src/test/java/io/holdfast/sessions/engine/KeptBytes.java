package io.holdfast.sessions.engine;

import io.holdfast.core.session.Bytes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the bytes of records that an instance of a session keeps. */
final class KeptBytes {

  private KeptBytes() {}

  /** All of them, as far as our own classes and collections reach. */
  static List<Bytes> in(FakeInstance session) {
    List<Bytes> found = new ArrayList<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(session.instanceState(), seen, found);
    collect(session.instanceAttributes(), seen, found);
    return found;
  }

  private static void collect(@Nullable Object from, Set<Object> seen, List<Bytes> found) {
    if (from == null || !seen.add(from)) {
      return;
    }
    if (from instanceof Bytes bytes) {
      if (!bytes.isEmpty()) {
        found.add(bytes);
      }
      return;
    }
    if (from instanceof Map<?, ?> map) {
      map.values().forEach(value -> collect(value, seen, found));
    }
    if (from instanceof Collection<?> collection) {
      collection.forEach(value -> collect(value, seen, found));
    }
    for (Class<?> type = from.getClass();
        type != null && type.getName().startsWith("io.holdfast");
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          collect(valueOf(field, from), seen, found);
        }
      }
    }
  }

  private static @Nullable Object valueOf(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
