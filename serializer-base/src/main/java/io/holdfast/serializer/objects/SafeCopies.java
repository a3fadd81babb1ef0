package io.holdfast.serializer.objects;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies of collections that another thread may change while they are written. Most collections of
 * the JDK write their size and then their elements without noticing that one came or went in
 * between, which yields bytes that cannot be read: these are always copied. Only {@code ArrayList}
 * notices.
 */
@SuppressWarnings("JdkObsolete")
public final class SafeCopies {

  private static final Map<Class<?>, UnaryOperator<Object>> COPIERS =
      Map.ofEntries(
          Map.entry(HashMap.class, SafeCopies::ofHashed),
          Map.entry(LinkedHashMap.class, SafeCopies::ofHashed),
          Map.entry(TreeMap.class, o -> ((TreeMap<?, ?>) o).clone()),
          Map.entry(HashSet.class, SafeCopies::ofHashed),
          Map.entry(LinkedHashSet.class, SafeCopies::ofHashed),
          Map.entry(TreeSet.class, o -> ((TreeSet<?>) o).clone()),
          Map.entry(LinkedList.class, o -> new LinkedList<>(elementsOf(o))),
          Map.entry(ArrayDeque.class, o -> new ArrayDeque<>(elementsOf(o))),
          Map.entry(PriorityQueue.class, o -> copy((PriorityQueue<?>) o)),
          Map.entry(IdentityHashMap.class, o -> refilled(((IdentityHashMap<?, ?>) o).clone())),
          Map.entry(EnumMap.class, o -> refilled(((EnumMap<?, ?>) o).clone())),
          Map.entry(ArrayList.class, o -> new ArrayList<>(elementsOf(o))));

  private SafeCopies() {}

  /**
   * Copies a hash table, whose keys are hashed once more. A key that has changed since it was put
   * in may be equal to another one by now, which takes its place in the copy, or have no hash code
   * any more: the table is refused then, and by name, as its reader would fare no better.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if its keys do not allow that
   */
  static Object ofHashed(Object table) {
    Object copy;
    try {
      copy = table instanceof HashMap<?, ?> map ? map.clone() : ((HashSet<?>) table).clone();
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException e) {
      refuse(table);
      throw e;
    }
    if (keysOf(copy).size() < keysOf(table).size()) {
      refuse(table);
    }
    return copy;
  }

  private static Collection<?> keysOf(Object table) {
    return table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table;
  }

  /** Refuses the table if its keys are to blame, and no other thread that changes it. */
  private static void refuse(Object table) {
    @Nullable Object[] keys;
    try {
      keys = Snapshots.elementsOf(keysOf(table), false);
    } catch (ConcurrentModificationException e) {
      return;
    }
    Set<@Nullable Object> different = new HashSet<>();
    for (Object key : keys) {
      try {
        different.add(key);
      } catch (RuntimeException e) { // of the application
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s has a key of class %s that cannot be hashed any more: %s"
                .formatted(
                    table.getClass().getName(),
                    key == null ? null : key.getClass().getName(),
                    ApplicationFailure.describe(e)),
            e);
      }
    }
    if (different.size() < keys.length) {
      throw new TranscoderException(
          Reason.UNWRITABLE, equalKeys(table.getClass(), keys.length, different.size()));
    }
  }

  /** In the order of the heap, which is kept by adding in it. */
  @SuppressWarnings("unchecked")
  private static Object copy(PriorityQueue<?> queue) {
    PriorityQueue<Object> copy = new PriorityQueue<>((Comparator<Object>) queue.comparator());
    List<?> elements = elementsOf(queue);
    try {
      copy.addAll(elements);
    } catch (RuntimeException e) { // of the application: no other thread changes these elements
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s has elements that cannot be compared any more: %s"
              .formatted(queue.getClass().getName(), ApplicationFailure.describe(e)),
          e);
    }
    return copy;
  }

  /** A clone that was taken during a change may count other entries than it has. */
  @SuppressWarnings("unchecked")
  private static Object refilled(Object clone) {
    Map<Object, Object> map = (Map<Object, Object>) clone;
    List<Map.Entry<Object, Object>> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(new SimpleEntry<>(key, value)));
    map.clear();
    entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }

  /** A clone that was taken during a change may have gaps. */
  private static List<?> elementsOf(Object collection) {
    return Arrays.asList(Snapshots.elementsOf((Collection<?>) collection, false));
  }

  /**
   * Says why a table is refused whose keys have become equal since they were put in: in a copy, and
   * when it is read, one would replace another.
   *
   * @param type the class of the table
   * @param written how many keys it has
   * @param read how many of them are left
   */
  public static String equalKeys(Class<?> type, int written, int read) {
    return "class %s has %d keys, but reading leaves %d: some have become equal since they were put in"
        .formatted(type.getName(), written, read);
  }

  /** Returns whether objects of a class are copied, {@code ArrayList} included. */
  public static boolean isCopied(Class<?> type) {
    return COPIERS.containsKey(type);
  }

  /**
   * Copies the collection itself, not what is in it.
   *
   * @param patient whether to try again if the collection changes meanwhile
   * @return the copy; the object itself if it is of another class than those that are copied
   * @throws ConcurrentModificationException if it keeps changing
   * @throws TranscoderException if its keys have changed so that it cannot be copied
   */
  public static Object copy(Object object, boolean patient) {
    UnaryOperator<Object> copier = COPIERS.get(object.getClass());
    if (copier == null) {
      return object;
    }
    return Snapshots.taken(patient, () -> copier.apply(object));
  }
}
