package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ObjectPath;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A key that takes too long to hash, found in a graph after it was refused.
 *
 * @param key the key, or the element of a set
 * @param path how to get from the root to the map or set
 */
record CostlyKey(Object key, String path) {

  /** The one nearest to the root; null if there is none. */
  static @Nullable CostlyKey in(Object graph, Predicate<Object> costly) {
    Object[] found = new Object[1];
    String path =
        ObjectPath.find(
            graph,
            object -> {
              for (Object key : keysOf(object)) {
                if (key != null && costly.test(key)) {
                  found[0] = key;
                  return true;
                }
              }
              return false;
            });
    return found[0] == null ? null : new CostlyKey(found[0], path);
  }

  private static Collection<?> keysOf(Object object) {
    if (!HashedParts.isOfJdk(object.getClass())) {
      return List.of();
    }
    return object instanceof Map<?, ?> map
        ? map.keySet()
        : object instanceof Set<?> set ? set : List.of();
  }
}
