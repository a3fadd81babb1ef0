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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

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
          Map.entry(HashMap.class, o -> HashedCopies.of(o, t -> ((HashMap<?, ?>) t).clone())),
          Map.entry(
              LinkedHashMap.class, o -> HashedCopies.of(o, t -> ((LinkedHashMap<?, ?>) t).clone())),
          Map.entry(TreeMap.class, o -> ((TreeMap<?, ?>) o).clone()),
          Map.entry(HashSet.class, o -> HashedCopies.of(o, t -> ((HashSet<?>) t).clone())),
          Map.entry(
              LinkedHashSet.class, o -> HashedCopies.of(o, t -> ((LinkedHashSet<?>) t).clone())),
          Map.entry(TreeSet.class, o -> ((TreeSet<?>) o).clone()),
          Map.entry(LinkedList.class, o -> new LinkedList<>(elementsOf(o))),
          Map.entry(ArrayDeque.class, o -> new ArrayDeque<>(elementsOf(o))),
          Map.entry(PriorityQueue.class, o -> copy((PriorityQueue<?>) o)),
          Map.entry(IdentityHashMap.class, o -> refilled(((IdentityHashMap<?, ?>) o).clone())),
          Map.entry(EnumMap.class, o -> refilled(((EnumMap<?, ?>) o).clone())),
          Map.entry(ArrayList.class, o -> new ArrayList<>(elementsOf(o))));

  private SafeCopies() {}

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
    return HashedCopies.equalKeys(type, written, read);
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
