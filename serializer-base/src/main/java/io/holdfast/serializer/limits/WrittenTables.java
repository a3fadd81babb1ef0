package io.holdfast.serializer.limits;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.SafeCopies;
import io.holdfast.serializer.objects.Unchangeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one graph that is being written, as far as their keys decide whether it can be
 * read: many keys with one hash code take long to put in, and a key that leads back to its table is
 * hashed or compared before its own fields are read.
 */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"})
public final class WrittenTables {

  /** Fewer keys take no time, whatever their hash codes. */
  private static final int FEW = 512;

  /** What a class of the JDK does with its keys when it is read. */
  private enum Kind {
    /** It has none, or does nothing with them that takes long. */
    OTHER,
    /** It hashes them. */
    HASHED,
    /** It compares them. */
    SORTED,
    /** It stands for a collection that hides its content, and may hash them. */
    HIDDEN,
    /** It is put around another one, which may be a table, and does not show it. */
    WRAPPER
  }

  private static final Map<Class<?>, Kind> KINDS =
      Map.ofEntries(
          Map.entry(HashMap.class, Kind.HASHED),
          Map.entry(LinkedHashMap.class, Kind.HASHED),
          Map.entry(Hashtable.class, Kind.HASHED),
          Map.entry(ConcurrentHashMap.class, Kind.HASHED),
          Map.entry(ConcurrentHashMap.KeySetView.class, Kind.HASHED),
          Map.entry(HashSet.class, Kind.HASHED),
          Map.entry(LinkedHashSet.class, Kind.HASHED),
          Map.entry(TreeMap.class, Kind.SORTED),
          Map.entry(TreeSet.class, Kind.SORTED),
          Map.entry(PriorityQueue.class, Kind.SORTED),
          Map.entry(PriorityBlockingQueue.class, Kind.SORTED),
          Map.entry(ConcurrentSkipListMap.class, Kind.SORTED),
          Map.entry(ConcurrentSkipListSet.class, Kind.SORTED));

  /** They are filled in the order in which their keys were written, or ask for their identity. */
  private static final Set<Class<?>> UNCOMPARED =
      Set.of(TreeMap.class, TreeSet.class, IdentityHashMap.class);

  private static final ClassValue<Kind> KIND = ClassMembers.known(WrittenTables::kindOf);

  /** Stands for {@code List.of} and its like in a stream; no other package can name it. */
  public static final String HIDDEN_COLLECTION = "java.util.CollSer";

  private static final String IMMUTABLE_SETS = "java.util.ImmutableCollections$Set";
  private static final String IMMUTABLE_MAPS = "java.util.ImmutableCollections$Map";

  private static final String WRAPPERS = "java.util.Collections$";

  private final WorkBudget work;

  /** Concurrent ones, with the keys that each had when it was met. */
  private List<Map.Entry<Object, @Nullable Object[]>> uncompared = List.of();

  private int hashable;
  private boolean holdsChangeableKeys;
  private boolean hidesTables;

  WrittenTables(WorkBudget work) {
    this.work = work;
  }

  /** Another graph begins. */
  void restart() {
    uncompared = List.of();
    hashable = 0;
    holdsChangeableKeys = false;
    hidesTables = false;
  }

  private static boolean isSorted(Class<?> type) {
    return KIND.get(type) == Kind.SORTED;
  }

  /** Returns whether objects of a class of the JDK are compared when such a one is read. */
  public static boolean isComparedWhenRead(Class<?> type) {
    return isSorted(type) && !UNCOMPARED.contains(type);
  }

  /**
   * Counts an object that JDK serialization writes.
   *
   * @throws TranscoderException if it is a table that could not be read
   */
  void met(Object object) {
    Class<?> type = object.getClass();
    if (HashedParts.of(type) != HashedParts.NOTHING) {
      hashable++;
    }
    switch (KIND.get(type)) {
      case OTHER, WRAPPER -> {}
      case HIDDEN -> hidesTables = true;
      case HASHED -> filled(object);
      case SORTED -> {
        work.comparator(comparatorOf(object)); // a queue sorts itself before it is written
        if (isComparedWhenRead(type)) {
          work.sorting();
        }
        filled(object);
      }
    }
  }

  /** The comparator of a sorted table of the JDK; null if it is none, or has none. */
  static @Nullable Comparator<?> comparatorOf(Object table) {
    return isSorted(table.getClass()) ? SortedTables.comparatorOf(table) : null;
  }

  /**
   * Returns whether something stands in the stream for a table whose keys have hash codes of their
   * own.
   */
  boolean mayBeHidden() {
    return hidesTables && hashable > 0;
  }

  /** Counts an immutable table that {@link #met} did not see, or what may be put around one. */
  void hidden(Object object) {
    boolean mayBeTable =
        switch (KIND.get(object.getClass())) {
          case HASHED -> Unchangeable.isImmutableCollection(object.getClass());
          case WRAPPER ->
              object instanceof Map || (object instanceof Collection && !(object instanceof List));
          case OTHER, SORTED, HIDDEN -> false;
        };
    if (mayBeTable) {
      filled(object);
    }
  }

  private void filled(Object table) {
    @Nullable Object[] keys;
    try {
      keys = (table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table).toArray();
    } catch (RuntimeException e) {
      Loggers.of(WrittenTables.class)
          .log(System.Logger.Level.DEBUG, "Another thread changes a collection", e);
      return; // and what is written is a copy
    }
    filled(table, keys, 1);
    if (isConcurrent(table) && holdsChangeableKeys && mayHaveChanged(keys)) {
      uncompared = uncompared.isEmpty() ? new ArrayList<>() : uncompared;
      uncompared.add(Map.entry(table, keys));
    }
  }

  /** Returns whether {@link #finish} has something to compare. */
  boolean areUncompared() {
    return !uncompared.isEmpty();
  }

  /**
   * Compares what only comparing tells, now that all keys are counted and are not too many.
   *
   * @param place says where in the graph a table is
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if a table would lose a key
   */
  void finish(Function<Object, String> place) {
    uncompared.forEach(each -> refuseEqual(each.getKey(), each.getValue(), place));
  }

  private static boolean isConcurrent(Object table) {
    return table instanceof ConcurrentHashMap || table instanceof ConcurrentHashMap.KeySetView;
  }

  private static boolean mayHaveChanged(@Nullable Object[] keys) {
    for (Object key : keys) {
      if (key != null && ChangeableKeys.includeHashed(key)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Of equal keys in its stream, a concurrent map keeps one without a word. A key that another
   * thread removes and puts in again may be met twice, but is the same object.
   */
  private static void refuseEqual(
      Object table, @Nullable Object[] keys, Function<Object, String> place) {
    Map<@Nullable Object, @Nullable Object> different = new HashMap<>();
    int same = 0;
    try {
      for (Object key : keys) {
        Object other = different.putIfAbsent(key, key);
        same += other == key ? 1 : 0;
      }
    } catch (RuntimeException e) { // of the application; it tells when it is read back
      return;
    }
    if (different.size() + same < keys.length) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          SafeCopies.equalKeys(table.getClass(), keys.length - same, different.size())
              + place.apply(table));
    }
  }

  /**
   * Counts a table.
   *
   * @param keys the keys, with what else there is
   * @param step how far one key is from the next
   * @throws TranscoderException if it could not be read
   */
  void filled(Object table, @Nullable Object[] keys, int step) {
    boolean isSorted = isSorted(table.getClass());
    if (!isSorted) {
      collide(keys, step);
    }
    if (UNCOMPARED.contains(table.getClass())) {
      return;
    }
    Class<?> last = String.class;
    for (int i = 0; i < keys.length && !holdsChangeableKeys; i += step) {
      Object key = keys[i];
      if (key != null && key.getClass() != last) {
        mayHaveChanged(key, isSorted);
        last = ChangeableKeys.isKnownOfClass(key.getClass()) ? key.getClass() : String.class;
      }
    }
  }

  /** Notes a key that is hashed, or compared with others, when its table is filled. */
  void mayHaveChanged(Object key, boolean isSorted) {
    holdsChangeableKeys =
        holdsChangeableKeys
            || (isSorted ? ChangeableKeys.includeSorted(key) : ChangeableKeys.includeHashed(key));
  }

  /** Counts the comparisons of keys with those of the same hash code. */
  void collide(@Nullable Object[] keys, int step) {
    if (keys.length / step <= FEW) {
      return;
    }
    Map<Integer, int[]> others = new HashMap<>();
    for (int i = 0; i < keys.length; i += step) {
      Object key = keys[i];
      if (key == null || HashedParts.of(key.getClass()) == HashedParts.NOTHING) {
        continue;
      }
      int hash;
      try {
        hash = key.hashCode();
      } catch (RuntimeException e) { // of the application; it tells when it is read back
        continue;
      }
      work.compared(key, others.computeIfAbsent(hash, any -> new int[1])[0]++);
    }
  }

  /**
   * Returns whether a key may have become equal to another one, or need its table to be hashed, or
   * there may be too many keys, for all that is known.
   */
  boolean areDoubtful() {
    return holdsChangeableKeys || (hidesTables && hashable > FEW);
  }

  private static Kind kindOf(Class<?> type) {
    String name = type.getName();
    if (name.startsWith(WRAPPERS)) {
      return Kind.WRAPPER;
    }
    if (name.startsWith(IMMUTABLE_SETS) || name.startsWith(IMMUTABLE_MAPS)) {
      return Kind.HASHED;
    }
    return name.equals(HIDDEN_COLLECTION) ? Kind.HIDDEN : KINDS.getOrDefault(type, Kind.OTHER);
  }
}
