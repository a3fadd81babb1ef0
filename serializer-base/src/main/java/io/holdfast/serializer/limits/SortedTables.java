package io.holdfast.serializer.limits;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fills a {@link TreeSet} or {@link TreeMap} in the order in which its keys were written, as the
 * JDK's own {@code readObject} does, and compares none of them. So a table keeps keys that have
 * become equal since they were put in, that are in another order now, or that cannot be compared
 * any more. Bytes of a stranger make a table that does not find its keys, and nothing worse.
 *
 * <p>A table takes over what another one of its comparator has without a comparison. So each is
 * filled from an empty one that claims to have the keys.
 *
 * <p>Enum constants in their natural order are compared: theirs is that of their declaration, which
 * another version of the application may have changed.
 */
@SuppressWarnings({"NonApiType", "JdkObsolete", "serial"})
public final class SortedTables {

  private SortedTables() {}

  /** Fills an empty set. */
  public static void fill(TreeSet<@Nullable Object> set, List<@Nullable Object> elements) {
    if (isInOrderOfDeclaration(set.comparator(), elements)) {
      elements.forEach(set::add);
      return;
    }
    boolean unused =
        set.addAll(
            new TreeSet<@Nullable Object>(set.comparator()) {
              @Override
              public Iterator<@Nullable Object> iterator() {
                return elements.iterator();
              }

              @Override
              public int size() {
                return elements.size();
              }
            });
  }

  /**
   * Fills an empty map.
   *
   * @param entries keys and values in turn
   */
  public static void fill(
      TreeMap<@Nullable Object, @Nullable Object> map, List<@Nullable Object> entries) {
    if (isInOrderOfDeclaration(map.comparator(), entries)) {
      for (int i = 0; i < entries.size(); i += 2) {
        map.put(entries.get(i), entries.get(i + 1));
      }
      return;
    }
    Set<Map.Entry<@Nullable Object, @Nullable Object>> pairs =
        new AbstractSet<Map.Entry<@Nullable Object, @Nullable Object>>() {
          @Override
          public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
            return IntStream.range(0, size()).mapToObj(i -> pair(entries, i)).iterator();
          }

          @Override
          public int size() {
            return entries.size() / 2;
          }
        };
    map.putAll(
        new TreeMap<@Nullable Object, @Nullable Object>(map.comparator()) {
          @Override
          public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
            return pairs;
          }

          @Override
          public int size() {
            return pairs.size();
          }
        });
  }

  private static Map.Entry<@Nullable Object, @Nullable Object> pair(
      List<@Nullable Object> entries, int i) {
    return new SimpleImmutableEntry<>(entries.get(2 * i), entries.get(2 * i + 1));
  }

  /** The comparator of a sorted collection or a queue; null if it has none, or is another one. */
  public static @Nullable Comparator<?> comparatorOf(Object table) {
    if (table instanceof SortedMap<?, ?> map) {
      return map.comparator();
    }
    if (table instanceof SortedSet<?> set) {
      return set.comparator();
    }
    if (table instanceof PriorityQueue<?> queue) {
      return queue.comparator();
    }
    return table instanceof PriorityBlockingQueue<?> queue ? queue.comparator() : null;
  }

  private static boolean isInOrderOfDeclaration(
      @Nullable Comparator<?> comparator, List<@Nullable Object> keys) {
    return comparator == null && !keys.isEmpty() && keys.get(0) instanceof Enum;
  }
}
