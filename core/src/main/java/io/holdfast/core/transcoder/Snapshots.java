package io.holdfast.core.transcoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a collection holds at one moment, while another thread may change it. A collection that is
 * not made for several threads may then throw anything: that is reported as {@link
 * ConcurrentModificationException}, after which a caller may try again.
 */
public final class Snapshots {

  private static final int ATTEMPTS = 5;
  private static final Object FIRST = new Object();
  private static final Object SECOND = new Object();

  private Snapshots() {}

  /**
   * Returns the elements.
   *
   * @param patient whether to try again if the collection changes meanwhile
   * @throws ConcurrentModificationException if it changes, or keeps changing
   */
  public static @Nullable Object[] elementsOf(Collection<?> collection, boolean patient) {
    return taken(
        patient,
        () -> {
          @Nullable Object[] elements = look(collection);
          if (Arrays.asList(elements).contains(null) && !holdsNull(collection, elements)) {
            throw new ConcurrentModificationException("changed while it was copied");
          }
          return elements;
        });
  }

  /** Unlike toArray() and iterators this notices a change that comes near the end. */
  private static @Nullable Object[] look(Collection<?> collection) {
    List<@Nullable Object> elements = new ArrayList<>(collection.size());
    collection.spliterator().forEachRemaining(elements::add);
    return elements.toArray();
  }

  /** A null may also be what is left of an element that is just being removed. */
  private static boolean holdsNull(Collection<?> collection, @Nullable Object[] elements) {
    if (collection instanceof Queue && !(collection instanceof List)) {
      return false;
    }
    @Nullable Object[] again = look(collection);
    boolean same = again.length == elements.length;
    for (int i = 0; same && i < again.length; i++) {
      same = again[i] == elements[i];
    }
    return same;
  }

  /**
   * Returns keys and values in turn.
   *
   * @param patient whether to try again if the map changes meanwhile
   * @throws ConcurrentModificationException if it changes, or keeps changing
   */
  public static @Nullable Object[] entriesOf(Map<?, ?> map, boolean patient) {
    return taken(
        patient,
        () -> {
          List<@Nullable Object> entries = new ArrayList<>(2 * map.size());
          map.forEach(
              (key, value) -> {
                entries.add(key);
                entries.add(value);
              });
          return entries.toArray();
        });
  }

  /**
   * Whether the map keeps its entries in the order of access. It does not say so: a copy of it is
   * asked by an access.
   *
   * @param patient whether to try again if the map changes meanwhile
   * @throws ConcurrentModificationException if it changes, or keeps changing
   */
  @SuppressWarnings({"unchecked", "NonApiType"})
  public static boolean isInOrderOfAccess(LinkedHashMap<?, ?> map, boolean patient) {
    LinkedHashMap<Object, Object> copy =
        taken(patient, () -> (LinkedHashMap<Object, Object>) map.clone());
    copy.clear();
    copy.put(FIRST, FIRST);
    copy.put(SECOND, SECOND);
    Object unused = copy.get(FIRST);
    return copy.keySet().iterator().next() == SECOND;
  }

  /** Takes something from a collection that may change meanwhile. */
  static <T> T taken(boolean patient, Supplier<T> taking) {
    for (int attempt = 1; ; attempt++) {
      try {
        return taking.get();
      } catch (ConcurrentModificationException e) {
        if (!patient || attempt == ATTEMPTS) {
          throw e;
        }
      } catch (NullPointerException
          | IndexOutOfBoundsException
          | ClassCastException
          | NoSuchElementException e) {
        if (!patient || attempt == ATTEMPTS) {
          throw new ConcurrentModificationException(e);
        }
      }
    }
  }
}
