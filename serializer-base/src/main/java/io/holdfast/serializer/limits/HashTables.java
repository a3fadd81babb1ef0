package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.SafeCopies;
import io.holdfast.serializer.objects.Unchangeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The hash tables of a graph that is being read. In a graph with cycles a table may get a key that
 * is not complete yet, and the key's hash code changes later. So at the end of the graph each table
 * looks up all its keys, and is filled again if it misses one.
 */
@SuppressWarnings("JdkObsolete")
public final class HashTables {

  private static final Set<Class<?>> KINDS =
      Set.of(
          HashMap.class,
          LinkedHashMap.class,
          Hashtable.class,
          ConcurrentHashMap.class,
          HashSet.class,
          LinkedHashSet.class);

  /** A table may hash another one, which may hash another one. */
  private static final int MOST_ROUNDS = 10;

  private final boolean isTrial;
  private final Runnable lookUp;
  private final List<Object> tables = new ArrayList<>(0);

  /** Those of {@code Set.of} and {@code Map.of}, which cannot be filled again. */
  private final List<Object> immutable = new ArrayList<>(0);

  /**
   * Creates it for a graph.
   *
   * @param isTrial whether the graph was just written, and is read to find out whether it can be
   * @param lookUp counts that a key is looked for
   */
  HashTables(boolean isTrial, Runnable lookUp) {
    this.isTrial = isTrial;
    this.lookUp = lookUp;
  }

  /**
   * Notes a table that was filled, as {@link #filled(Object)} does.
   *
   * @param keys how many keys were written
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if the table holds fewer, and
   *     was just written
   */
  public void filled(Object table, int keys) {
    if (isTrial) {
      refuseIfFewer(table, keys);
    }
    filled(table);
  }

  /** Of a record that is there already, some keys are better than none. */
  private static void refuseIfFewer(Object table, int keys) {
    int size = table instanceof Map<?, ?> map ? map.size() : ((Collection<?>) table).size();
    if (size < keys && !(table instanceof WeakHashMap)) {
      throw new TranscoderException(
          Reason.UNREADABLE, SafeCopies.equalKeys(table.getClass(), keys, size));
    }
  }

  /** Notes an object that was filled, if it is a table with keys whose hash code may change. */
  public void filled(Object object) {
    // Its class, rather than whether it is a map: most objects are not, and that takes long to say.
    if (KINDS.contains(object.getClass()) && mayMove(keysOf(object))) {
      tables.add(object);
    } else if (isTrial
        && Unchangeable.isImmutableCollection(object.getClass())
        && !(object instanceof List)
        && mayMove(keysOf(object))) {
      immutable.add(object);
    }
  }

  /** The keys of a map, or the elements of a set; none of anything else. */
  static Set<?> keysOf(Object table) {
    return table instanceof Map<?, ?> map
        ? map.keySet()
        : table instanceof Set<?> set ? set : Set.of();
  }

  private static boolean mayMove(Set<?> keys) {
    for (Object key : keys) {
      if (key != null && HashedParts.of(key.getClass()) != HashedParts.NOTHING) {
        return true;
      }
    }
    return false;
  }

  /**
   * Puts keys where they belong; for the end of the graph.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if that has no end, or if a
   *     table that was just written cannot be mended
   */
  void settle() {
    for (int round = 0; hasMoved(); round++) {
      if (round == MOST_ROUNDS) {
        throw new TranscoderException(
            Reason.UNREADABLE, "keys whose hash codes depend on each other");
      }
    }
    for (Object table : immutable) {
      if (!findsAll(table)) {
        throw new TranscoderException(
            Reason.UNREADABLE,
            "class %s cannot find a key whose hash code asks what is read after the table"
                .formatted(table.getClass().getName()));
      }
    }
  }

  private boolean hasMoved() {
    boolean moved = false;
    for (Object table : tables) {
      if (!findsAll(table)) {
        int keys = keysOf(table).size();
        fillAnew(table);
        if (isTrial) {
          refuseIfFewer(table, keys);
        }
        moved = true;
      }
    }
    return moved;
  }

  private boolean findsAll(Object table) {
    Set<?> keys = keysOf(table);
    for (Object key : keys) {
      lookUp.run();
      if (!keys.contains(key)) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked")
  private static void fillAnew(Object table) {
    if (table instanceof Map<?, ?>) {
      Map<Object, Object> map = (Map<Object, Object>) table;
      List<Object> keys = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (Map.Entry<Object, Object> each : map.entrySet()) {
        keys.add(each.getKey());
        values.add(each.getValue());
      }
      map.clear();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), values.get(i));
      }
    } else {
      Set<Object> set = (Set<Object>) table;
      List<Object> elements = new ArrayList<>(set);
      set.clear();
      set.addAll(elements);
    }
  }
}
