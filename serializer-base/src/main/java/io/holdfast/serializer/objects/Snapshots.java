package io.holdfast.serializer.objects;

import java.lang.reflect.Field;
import java.util.ArrayList;
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
    return new Taker(patient, 0).elementsOf(collection);
  }

  /**
   * Returns keys and values in turn.
   *
   * @param patient whether to try again if the map changes meanwhile
   * @throws ConcurrentModificationException if it changes, or keeps changing
   */
  public static @Nullable Object[] entriesOf(Map<?, ?> map, boolean patient) {
    return new Taker(patient, 0).entriesOf(map);
  }

  /** Takes one collection after the other, into arrays that are used again. For one thread. */
  public static final class Taker
      implements Supplier<@Nullable Object[]>,
          Consumer<@Nullable Object>,
          BiConsumer<@Nullable Object, @Nullable Object> {

    /** Lengths of the arrays that are kept, from 0. */
    private static final int KEPT = 65;

    private static final @Nullable Object[] NOTHING = {};

    private final boolean patient;

    /** By length. */
    private final @Nullable Object[] @Nullable [] kept;

    private @Nullable Collection<?> collection;
    private @Nullable Map<?, ?> map;

    /** Right for the size that was told, and grows if that was wrong. */
    private @Nullable Object[] all = NOTHING;

    private int count;
    private boolean hasNull;

    /**
     * Creates one that keeps nothing yet.
     *
     * @param patient whether to try again if a collection changes meanwhile
     */
    public Taker(boolean patient) {
      this(patient, KEPT);
    }

    private Taker(boolean patient, int lengths) {
      this.patient = patient;
      this.kept = new Object[lengths][];
    }

    /**
     * Returns the elements as {@link Snapshots#elementsOf} does.
     *
     * @return the caller's until {@link #giveBack}
     */
    public @Nullable Object[] elementsOf(Collection<?> elements) {
      collection = elements;
      return takenNow();
    }

    /**
     * Returns keys and values in turn as {@link Snapshots#entriesOf} does.
     *
     * @return the caller's until {@link #giveBack}
     */
    public @Nullable Object[] entriesOf(Map<?, ?> entries) {
      map = entries;
      return takenNow();
    }

    private @Nullable Object[] takenNow() {
      try {
        return taken(patient, this);
      } finally {
        collection = null;
        map = null;
        all = NOTHING;
      }
    }

    /** Takes back an array that is not used any more. */
    public void giveBack(@Nullable Object[] taken) {
      if (taken.length < kept.length) {
        Arrays.fill(taken, null);
        kept[taken.length] = taken;
      }
    }

    /** Takes what is to be taken, once. */
    @Override
    public @Nullable Object[] get() {
      Map<?, ?> entries = map;
      Collection<?> elements = collection;
      if (entries != null) {
        begin(2 * entries.size());
        entries.forEach(this);
      } else if (elements != null) {
        look(elements);
        if (hasNull && !holdsNull(elements)) {
          throw new ConcurrentModificationException("changed while it was copied");
        }
      }
      return count == all.length ? all : Arrays.copyOf(all, count);
    }

    private void begin(int size) {
      @Nullable Object[] spare = size < kept.length ? kept[size] : null;
      if (spare != null) {
        kept[size] = null;
      }
      all = spare == null ? new Object[size] : spare;
      count = 0;
      hasNull = false;
    }

    @Override
    public void accept(@Nullable Object element) {
      if (count == all.length) {
        all = Arrays.copyOf(all, 2 * count + 2);
      }
      all[count++] = element;
      hasNull |= element == null;
    }

    @Override
    public void accept(@Nullable Object key, @Nullable Object value) {
      accept(key);
      accept(value);
    }

    private void look(Collection<?> elements) {
      if (!elements.getClass().getName().startsWith(SYNCHRONIZED)) {
        traverse(elements);
        return;
      }
      synchronized (elements) { // as Collections.synchronizedCollection demands of who traverses it
        traverse(elements);
      }
    }

    /** Unlike toArray() and iterators this notices a change that comes near the end. */
    private void traverse(Collection<?> elements) {
      begin(elements.size());
      if (elements.getClass() == ArrayList.class) {
        elements.forEach(this); // the same without a spliterator
      } else {
        elements.spliterator().forEachRemaining(this);
      }
    }

    /** A null may also be what is left of an element that is just being removed. */
    private boolean holdsNull(Collection<?> elements) {
      if (elements instanceof Queue && !(elements instanceof List)) {
        return false;
      }
      Taker again = new Taker(false, 0);
      again.look(elements);
      boolean same = again.count == count;
      for (int i = 0; same && i < count; i++) {
        same = again.all[i] == all[i];
      }
      return same;
    }
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
        (LinkedHashMap<Object, Object>) taken(patient, () -> SafeCopies.ofHashed(map));
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
