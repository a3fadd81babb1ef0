package io.holdfast.serializer.limits;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fills a {@link TreeSet} or {@link TreeMap} in the order in which its keys were written, as the
 * JDK's own {@code readObject} does, and compares none of them. So a table keeps keys that have
 * become equal since they were put in, that are in another order now, or that cannot be compared
 * any more. Bytes of a stranger make a table that does not find its keys, and nothing worse.
 *
 * <p>Enum constants in their natural order are compared: theirs is that of their declaration, which
 * another version of the application may have changed.
 */
@SuppressWarnings({"NonApiType", "JdkObsolete"})
public final class SortedTables {

  private SortedTables() {}

  /** Fills an empty set. */
  public static void fill(TreeSet<@Nullable Object> set, List<@Nullable Object> elements) {
    if (isInOrderOfDeclaration(set.comparator(), elements)) {
      elements.forEach(set::add);
    } else {
      boolean unused = set.addAll(new Elements(set.comparator(), elements));
    }
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
    } else {
      map.putAll(new Entries(map.comparator(), entries));
    }
  }

  private static boolean isInOrderOfDeclaration(
      @Nullable Comparator<?> comparator, List<@Nullable Object> keys) {
    return comparator == null && !keys.isEmpty() && keys.get(0) instanceof Enum;
  }

  /** Walks over a list. */
  private static final class Walk<T> implements Iterator<T> {

    private final int size;
    private final IntFunction<T> element;
    private int next;

    Walk(int size, IntFunction<T> element) {
      this.size = size;
      this.element = element;
    }

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public T next() {
      if (next == size) {
        throw new NoSuchElementException();
      }
      return element.apply(next++);
    }
  }

  private static UnsupportedOperationException onlyForFilling() {
    return new UnsupportedOperationException("only for the filling of a table");
  }

  /** Elements that claim to be sorted, which is what keeps a set from comparing them. */
  private static final class Elements extends AbstractSet<@Nullable Object>
      implements SortedSet<@Nullable Object> {

    private final @Nullable Comparator<? super @Nullable Object> comparator;
    private final List<@Nullable Object> elements;

    Elements(
        @Nullable Comparator<? super @Nullable Object> comparator,
        List<@Nullable Object> elements) {
      this.comparator = comparator;
      this.elements = elements;
    }

    @Override
    public @Nullable Comparator<? super @Nullable Object> comparator() {
      return comparator;
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
      return new Walk<>(elements.size(), elements::get);
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public SortedSet<@Nullable Object> subSet(@Nullable Object from, @Nullable Object to) {
      throw onlyForFilling();
    }

    @Override
    public SortedSet<@Nullable Object> headSet(@Nullable Object to) {
      throw onlyForFilling();
    }

    @Override
    public SortedSet<@Nullable Object> tailSet(@Nullable Object from) {
      throw onlyForFilling();
    }

    @Override
    public @Nullable Object first() {
      return elements.get(0);
    }

    @Override
    public @Nullable Object last() {
      return elements.get(elements.size() - 1);
    }
  }

  /** The same for a map. */
  private static final class Entries extends AbstractMap<@Nullable Object, @Nullable Object>
      implements SortedMap<@Nullable Object, @Nullable Object> {

    private final @Nullable Comparator<? super @Nullable Object> comparator;
    private final List<@Nullable Object> entries;

    Entries(
        @Nullable Comparator<? super @Nullable Object> comparator, List<@Nullable Object> entries) {
      this.comparator = comparator;
      this.entries = entries;
    }

    @Override
    public @Nullable Comparator<? super @Nullable Object> comparator() {
      return comparator;
    }

    @Override
    public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
          return new Walk<>(size(), Entries.this::entry);
        }

        @Override
        public int size() {
          return entries.size() / 2;
        }
      };
    }

    private Map.Entry<@Nullable Object, @Nullable Object> entry(int i) {
      return new SimpleImmutableEntry<>(entries.get(2 * i), entries.get(2 * i + 1));
    }

    @Override
    public int size() {
      return entries.size() / 2;
    }

    @Override
    public SortedMap<@Nullable Object, @Nullable Object> subMap(
        @Nullable Object from, @Nullable Object to) {
      throw onlyForFilling();
    }

    @Override
    public SortedMap<@Nullable Object, @Nullable Object> headMap(@Nullable Object to) {
      throw onlyForFilling();
    }

    @Override
    public SortedMap<@Nullable Object, @Nullable Object> tailMap(@Nullable Object from) {
      throw onlyForFilling();
    }

    @Override
    public @Nullable Object firstKey() {
      return entries.get(0);
    }

    @Override
    public @Nullable Object lastKey() {
      return entries.get(entries.size() - 2);
    }
  }
}
