package io.holdfast.serializer.graph;

import io.holdfast.serializer.limits.SortedTables;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.Snapshots;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Maps of the JDK that are made empty and then filled.
 *
 * @param comparator gives the comparator of a sorted map, null for all others
 */
record MapShape(
    @Nullable Function<Object, @Nullable Comparator<?>> comparator,
    Function<@Nullable Comparator<Object>, Map<?, ?>> make)
    implements Shape {

  static Shape of(Supplier<Map<?, ?>> make) {
    return new MapShape(null, ignored -> make.get());
  }

  @Override
  public void write(Object instance, PartWriter out) {
    if (comparator != null) {
      out.part(comparator.apply(instance));
    }
    writeEntries(entries((Map<?, ?>) instance, out), out);
  }

  /** Keys and values in turn; the keys are counted. */
  static @Nullable Object[] entries(Map<?, ?> map, PartWriter out) {
    @Nullable Object[] entries = Snapshots.entriesOf(map, out.state().copiesCollections());
    WorkBudget work = out.state().work();
    long weight = work.weigh(map, orderOf(map), entries.length / 2);
    for (int i = 0; i < entries.length; i += 2) {
      work.key(map, weight, entries[i]);
    }
    work.filled(map, entries, 2);
    return entries;
  }

  private static @Nullable Comparator<?> orderOf(Map<?, ?> map) {
    return map instanceof SortedMap<?, ?> sorted ? sorted.comparator() : null;
  }

  static void writeEntries(@Nullable Object[] entries, PartWriter out) {
    for (int i = 0; i < entries.length; i += 2) {
      out.state().underKey(entries[i]);
      out.part(entries[i]);
      out.part(entries[i + 1]);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object read(Class<?> type, PartReader in) {
    Comparator<Object> order = comparator == null ? null : (Comparator<Object>) in.next();
    return readEntries((Map<@Nullable Object, @Nullable Object>) make.apply(order), in);
  }

  static Object readEntries(Map<@Nullable Object, @Nullable Object> map, PartReader in) {
    in.announce(map);
    List<@Nullable Object> entries = new ArrayList<>();
    while (in.hasNext()) {
      entries.add(in.next());
      entries.add(in.next());
    }
    DecodeState state = in.state();
    state.later(
        () -> {
          boolean inOrder = map instanceof TreeMap;
          long weight = state.work().weigh(map, orderOf(map), entries.size() / 2);
          for (int i = 0; i < entries.size(); i += 2) {
            Object key = entries.get(i);
            Object value = entries.get(i + 1);
            state.work().key(map, weight, key);
            if (!inOrder) {
              map.put(key, value);
            }
          }
          if (inOrder) {
            SortedTables.fill((TreeMap<@Nullable Object, @Nullable Object>) map, entries);
          }
          state.work().tables().filled(map, entries.size() / 2);
        });
    return map;
  }
}
