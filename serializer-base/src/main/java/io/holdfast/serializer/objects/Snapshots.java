package io.holdfast.serializer.objects;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a collection holds at one moment, while another thread may change it. A collection that is
 * not made for several threads may then throw anything: that is reported as {@link
 * ConcurrentModificationException}, after which a caller may try again.
 */
public final class Snapshots {

  private static final int ATTEMPTS = 5;

  /** The wrappers of {@link java.util.Collections} that lock themselves for each call. */
  private static final String SYNCHRONIZED = "java.util.Collections$Synchronized";

  private static final Object FIRST = new Object();
  private static final Object SECOND = new Object();

  /** Open under Tomcat's start script, closed where Tomcat is embedded: then null. */
  private static final @Nullable Field ORDER_OF_ACCESS = orderOfAccess();

  private Snapshots() {}

  private static @Nullable Field orderOfAccess() {
    try {
      Field field = LinkedHashMap.class.getDeclaredField("accessOrder");
      return field.getType() == boolean.class && field.trySetAccessible() ? field : null;
    } catch (NoSuchFieldException e) {
      return null; // a JDK that calls it something else
    }
  }

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

  /** Fills an array that is right for the size that was told, and grows if that was wrong. */
  private static final class Taken
      implements Consumer<@Nullable Object>, BiConsumer<@Nullable Object, @Nullable Object> {

    private @Nullable Object[] all;
    private int count;

    Taken(int size) {
      all = new Object[size];
    }

    @Override
    public void accept(@Nullable Object element) {
      if (count == all.length) {
        all = Arrays.copyOf(all, 2 * count + 2);
      }
      all[count++] = element;
    }

    @Override
    public void accept(@Nullable Object key, @Nullable Object value) {
      accept(key);
      accept(value);
    }

    @Nullable Object[] toArray() {
      return count == all.length ? all : Arrays.copyOf(all, count);
    }
  }

  private static @Nullable Object[] look(Collection<?> collection) {
    if (!collection.getClass().getName().startsWith(SYNCHRONIZED)) {
      return traverse(collection);
    }
    synchronized (collection) { // as Collections.synchronizedCollection demands of who traverses it
      return traverse(collection);
    }
  }

  /** Unlike toArray() and iterators this notices a change that comes near the end. */
  private static @Nullable Object[] traverse(Collection<?> collection) {
    Taken elements = new Taken(collection.size());
    collection.spliterator().forEachRemaining(elements);
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
          Taken entries = new Taken(2 * map.size());
          map.forEach(entries);
          return entries.toArray();
        });
  }

  /**
   * Returns whether the map keeps its entries in the order of access. It does not say so: its field
   * is looked at, or where that is closed, a copy of the map is asked by an access. The answer is
   * the same.
   *
   * @param patient whether to try again if the map changes meanwhile
   * @throws ConcurrentModificationException if it changes, or keeps changing
   */
  @SuppressWarnings("NonApiType")
  public static boolean isInOrderOfAccess(LinkedHashMap<?, ?> map, boolean patient) {
    try {
      return ORDER_OF_ACCESS == null ? tellsItsCopy(map, patient) : ORDER_OF_ACCESS.getBoolean(map);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access", e);
    }
  }

  @SuppressWarnings({"unchecked", "NonApiType"})
  private static boolean tellsItsCopy(LinkedHashMap<?, ?> map, boolean patient) {
    LinkedHashMap<Object, Object> copy =
        (LinkedHashMap<Object, Object>)
            taken(
                patient,
                () -> HashedCopies.of(map, table -> ((LinkedHashMap<?, ?>) table).clone()));
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
