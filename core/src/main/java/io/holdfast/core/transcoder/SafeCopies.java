package io.holdfast.core.transcoder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.NoSuchElementException;
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

  private static final int ATTEMPTS = 5;

  private static final Map<Class<?>, UnaryOperator<Object>> COPIERS =
      Map.ofEntries(
          Map.entry(HashMap.class, o -> ((HashMap<?, ?>) o).clone()),
          Map.entry(LinkedHashMap.class, o -> ((LinkedHashMap<?, ?>) o).clone()),
          Map.entry(TreeMap.class, o -> ((TreeMap<?, ?>) o).clone()),
          Map.entry(HashSet.class, o -> ((HashSet<?>) o).clone()),
          Map.entry(LinkedHashSet.class, o -> ((LinkedHashSet<?>) o).clone()),
          Map.entry(TreeSet.class, o -> ((TreeSet<?>) o).clone()),
          Map.entry(LinkedList.class, o -> ((LinkedList<?>) o).clone()),
          Map.entry(ArrayDeque.class, o -> copy((ArrayDeque<?>) o)),
          Map.entry(ArrayList.class, o -> new ArrayList<>((ArrayList<?>) o)));

  private SafeCopies() {}

  /** Its own clone may have gaps if it changes meanwhile, which the stream cannot read again. */
  private static Object copy(ArrayDeque<?> deque) {
    return new ArrayDeque<>(Arrays.asList(deque.toArray()));
  }

  static boolean isCopied(Object object, boolean all) {
    Class<?> type = object.getClass();
    return COPIERS.containsKey(type) && (all || type != ArrayList.class);
  }

  /**
   * Copies the collection itself, not what is in it.
   *
   * @param patient whether to try again if the collection changes meanwhile
   * @return the copy; the object itself if it is of another class than those that are copied
   * @throws ConcurrentModificationException if it keeps changing
   */
  public static Object copy(Object object, boolean patient) {
    UnaryOperator<Object> copier = COPIERS.get(object.getClass());
    if (copier == null) {
      return object;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return copier.apply(object);
      } catch (ConcurrentModificationException e) {
        if (!patient || attempt == ATTEMPTS) {
          throw e;
        }
      } catch (NullPointerException
          | IndexOutOfBoundsException
          | ClassCastException
          | NoSuchElementException e) {
        // What a collection that is not made for several threads may throw instead.
        if (!patient || attempt == ATTEMPTS) {
          throw new ConcurrentModificationException(e);
        }
      }
    }
  }
}
