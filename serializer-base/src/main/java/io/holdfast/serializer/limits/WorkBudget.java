package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ObjectPath;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What hashing and comparing may cost while one graph is read: a few hundred bytes can make a
 * collection whose hash code takes for ever, and keys with one hash code are compared with each
 * other. For one graph and one thread.
 *
 * <p>The parts that keys look at are counted before they are hashed, and added up: this bounds a
 * single step, and also how long it takes to compare a key with all others. The same count is made
 * when writing, so that what could not be read is refused. Between steps the processor time is
 * looked at.
 *
 * <p>What the hash code of an application's class asks is not known. Its fields are looked at for
 * collections that alone would ask too much; beside that only the time between steps bounds it.
 */
public final class WorkBudget {

  /** Counted parts that one byte of the graph allows, beside {@link DecodeLimits#maxHashed}. */
  private static final int PARTS_PER_BYTE = 64;

  /** What a reference back is allowed by its five bytes. */
  private static final int PARTS_PER_REFERENCE = 5 * PARTS_PER_BYTE;

  /** What a comparison of two keys counts without a comparator. */
  private static final int NATURAL_ORDER = 1;

  /** How often an element is compared with others, at least, when a queue is put in its order. */
  private static final int COMPARISONS = 4;

  /** Bytes that one more {@link DecodeLimits#maxTime} is given for. */
  private static final int BYTES_PER_TIME = 512 * 1024;

  /** The immutable tables of the JDK have this many places for each key. */
  private static final int PLACES_PER_KEY = 2;

  private static final int STEPS_PER_LOOK = 512;
  private static final long RISK_PER_LOOK = 1_000_000;
  private static final LongSupplier PROCESSOR_TIME = ThreadCosts::nanos;

  private final DecodeLimits limits;

  /** Null while a graph is read. */
  private @Nullable Object written;

  private final LongSupplier nanos;
  private final long maxNanos;
  private final long maxHashed;
  private final MemoryBudget memory;
  private final boolean isTrial;

  /** Null while a graph is read, and without a bound. */
  private final @Nullable WrittenTables writtenTables;

  /** Null while no comparator was met. */
  private @Nullable CompareCost comparators;

  /** Null while no table was read. */
  private @Nullable HashTables tables;

  private @Nullable HashCost sizes;

  /** Null while no URL was read. */
  private @Nullable ReadUrls urls;

  private long hashed;
  private long largest;
  private long largestNumber = 1;

  /** What a comparison with the dearest comparator that was met counts. */
  private long dearest = NATURAL_ORDER;

  private boolean sorts;
  private @Nullable Object costliest;
  private long costliestParts;
  private int steps;
  private long risk;
  private long start = Long.MIN_VALUE;
  private boolean searched;
  private boolean refused;

  private WorkBudget(
      DecodeLimits limits,
      @Nullable Object written,
      long maxHashed,
      long maxNanos,
      LongSupplier nanos,
      MemoryBudget memory,
      boolean isTrial) {
    this.limits = limits;
    this.isTrial = isTrial;
    this.written = written;
    this.maxHashed = maxHashed;
    this.memory = maxHashed >= HashCost.MAX ? MemoryBudget.unlimited() : memory;
    this.maxNanos = maxNanos;
    this.nanos = nanos;
    this.writtenTables = written == null || isUnlimited() ? null : new WrittenTables(this);
  }

  /**
   * Starts to read a graph.
   *
   * @param bytes the size of the encoded graph
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if there are too many
   */
  public static WorkBudget reading(DecodeLimits limits, int bytes) {
    return reading(limits, bytes, PROCESSOR_TIME, false);
  }

  /**
   * Starts to read a graph that was just written, to find out whether it can be read. What would
   * come back with less in it is refused then, and only then: of a record that is there already,
   * what it has is better than nothing.
   *
   * @param bytes the size of the encoded graph
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if there are too many
   */
  public static WorkBudget readingBack(DecodeLimits limits, int bytes) {
    return reading(limits, bytes, PROCESSOR_TIME, true);
  }

  /** With a clock of its own. */
  static WorkBudget reading(DecodeLimits limits, int bytes, LongSupplier nanos) {
    return reading(limits, bytes, nanos, false);
  }

  private static WorkBudget reading(
      DecodeLimits limits, int bytes, LongSupplier nanos, boolean isTrial) {
    if (bytes > limits.maxBytes()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "%d bytes, allowed are %d".formatted(bytes, limits.maxBytes()));
    }
    double times = 1 + (double) bytes / BYTES_PER_TIME;
    long maxNanos = (long) (times * limits.maxTime().toNanos());
    return new WorkBudget(
        limits,
        null,
        maxHashed(limits, bytes),
        maxNanos,
        nanos,
        MemoryBudget.reading(bytes, ThreadCosts::allocated),
        isTrial);
  }

  /**
   * Starts to write a graph; {@link #finish} reports whether it can be read.
   *
   * @param graph its root
   */
  public static WorkBudget writing(DecodeLimits limits, Object graph) {
    long maxHashed = maxHashed(limits, limits.maxBytes());
    return new WorkBudget(
        limits,
        graph,
        maxHashed,
        Long.MAX_VALUE,
        PROCESSOR_TIME,
        MemoryBudget.writing(limits, graph),
        false);
  }

  /**
   * Starts to write another graph, as {@link #writing} does with the same limits.
   *
   * @param graph its root; null to let go of the former graph
   */
  public void restart(@Nullable Object graph) {
    written = graph;
    memory.restart(graph);
    if (writtenTables != null) {
      writtenTables.restart();
    }
    comparators = null;
    sizes = null;
    hashed = 0;
    largest = 0;
    largestNumber = 1;
    dearest = NATURAL_ORDER;
    sorts = false;
    costliest = null;
    costliestParts = 0;
    steps = 0;
    risk = 0;
    searched = false;
    refused = false;
  }

  private static long maxHashed(DecodeLimits limits, int bytes) {
    return Math.min(HashCost.MAX, limits.maxHashed()) + (long) PARTS_PER_BYTE * bytes;
  }

  /**
   * Counts an object that is going to be hashed or compared: a key, or an element of a set.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be
   */
  void hashed(@Nullable Object key) {
    step();
    if (key == null || isUnlimited()) {
      return;
    }
    switch (HashedParts.of(key.getClass())) {
      case NOTHING, ITS_VALUES -> charge(key, HashCost.simple(key));
      case ITS_PARTS -> {
        HashCost.Sum sum = sizes().of(key);
        charge(key, sum.size());
        if (sum.isEndless()) {
          throw refused(endless(key) + at(key));
        }
      }
      case ITS_FIELDS -> {
        hashed++;
        noteLargest(key, sizes().of(key).size());
      }
    }
  }

  /**
   * Counts an object that is there with all its parts, where the bytes do not tell whether it is
   * going to be hashed.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be
   */
  public void met(@Nullable Object object) {
    step();
    if (object == null || isUnlimited()) {
      return;
    }
    if (object instanceof String text) { // most are, and that is quickly said
      long size = HashCost.simple(text);
      largestNumber = Math.max(largestNumber, size);
      charge(object, size);
      mayBeCompared(object);
      return;
    }
    comparator(object);
    if (writtenTables != null) {
      writtenTables.met(object);
    }
    mayBeCompared(object);
    if (!asksParts(object)) {
      long size = HashCost.simple(object);
      largestNumber = Math.max(largestNumber, size);
      charge(object, size);
      return;
    }
    met(object, sizes().ofFinished(object));
  }

  /**
   * Counts such an object that was read elsewhere, and may get more parts.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be hashed
   */
  public void metElsewhere(@Nullable Object object) {
    step();
    if (object == null || isUnlimited()) {
      return;
    }
    comparator(object);
    mayBeCompared(object);
    if (asksParts(object)) {
      met(object, sizes().of(object));
    }
  }

  private void met(Object object, HashCost.Sum sum) {
    charge(object, sum.size());
    if (sum.isEndless() && written != null && !searched) {
      searched = true;
      refuseEndlessKey(written);
    }
  }

  /**
   * Counts an object that was {@link #met} before, or a key that is looked for.
   *
   * @param object null if {@link #asksWhichAgain} was not true
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be
   */
  public void metAgain(@Nullable Object object) {
    step();
    risk(largest);
    if (object != null) {
      mayBeCompared(object);
    }
  }

  /** Returns whether it matters which object is {@link #metAgain(Object)}. */
  public boolean asksWhichAgain() {
    return !isUnlimited() && isDear(largestNumber);
  }

  /**
   * Counts places of an array. Those that hold null are not met.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if too many objects are
   *     compared
   */
  public void places(long places) {
    if (places > 0 && isDear(1)) {
      add(null, HashCost.product(dearest, places));
    }
  }

  /** Returns whether even a short text counts when it is met, as there is a dear comparator. */
  public boolean areTextsDear() {
    return isDear(1);
  }

  /**
   * From now on the objects of a stream may be compared with each other at one go, when a queue is
   * read: a reference back to a long text or number counts like that one.
   */
  public void sorting() {
    sorts = true;
  }

  /** Notes a comparator, if it is one: what is met from now on may be compared by it. */
  public void comparator(@Nullable Object object) {
    if (object != null && CompareCost.isComparator(object) && !isUnlimited()) {
      dearest = Math.max(dearest, weight(object));
    }
  }

  /** What one comparison counts for each of its keys. */
  private long weight(Object comparator) {
    return HashCost.product(COMPARISONS, comparators().of(comparator));
  }

  /** A comparison of small keys with a usual comparator is paid for by their bytes. */
  private boolean isDear(long size) {
    return price(size) > PARTS_PER_REFERENCE;
  }

  private long price(long size) {
    return sorts ? HashCost.product(dearest, size) : dearest;
  }

  private void mayBeCompared(Object object) {
    if (isDear(largestNumber)) {
      long price = price(HashCost.simple(object));
      if (price > PARTS_PER_REFERENCE) {
        add(object, price);
      }
    }
  }

  /**
   * Returns what each key of a table counts when it is compared, for {@link #key}. A table that is
   * filled in its order compares nothing, but will be compared with; it is counted here.
   *
   * @param order null for the natural order, or none
   * @param keys how many there are
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if that takes too long
   */
  public long weigh(Object table, @Nullable Comparator<?> order, int keys) {
    if (order == null || isUnlimited()) {
      return 0;
    }
    if (!(table instanceof TreeMap || table instanceof TreeSet)) {
      return weight(order);
    }
    if (keys > 0) {
      add(table, HashCost.product(comparators().of(order), keys));
    }
    return 0;
  }

  /**
   * Counts a key of a table, or an element of a set, before it is hashed or compared.
   *
   * @param weight of the table, by {@link #weigh}
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be
   */
  public void key(Object table, long weight, @Nullable Object key) {
    hashed(key);
    if (weight > 0) {
      add(table, HashCost.product(weight, key == null ? 1 : HashCost.simple(key)));
    }
  }

  private void add(@Nullable Object culprit, long parts) {
    hashed = Math.min(HashCost.MAX, hashed + parts);
    if (parts > costliestParts) {
      costliestParts = parts;
      costliest = culprit;
    }
    if (hashed > maxHashed) {
      throw tooMuch(maxHashed);
    }
    risk(parts);
  }

  /**
   * Counts a table whose keys were counted, and that is written.
   *
   * @param keys the keys, with what else there is
   * @param step how far one key is from the next
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if too many keys have one
   *     hash code
   */
  public void filled(Object table, @Nullable Object[] keys, int step) {
    if (writtenTables != null) {
      writtenTables.filled(table, keys, step);
    }
  }

  /**
   * Returns whether JDK serialization wrote what may stand for a {@code Set.of} or {@code Map.of}
   * with keys that have a hash code of their own: {@link #hidden} wants to see each object of the
   * graph, or the graph is to be read back.
   */
  public boolean mayHideTables() {
    return writtenTables != null && writtenTables.mayBeHidden();
  }

  /** Counts an object of the graph if it is a table for which another object is written. */
  public void hidden(Object object) {
    if (writtenTables != null) {
      writtenTables.hidden(object);
    }
  }

  /** Returns whether only reading can tell if what was written can be read. */
  public boolean isDoubtful() {
    return writtenTables != null && (isDear(largestNumber) || writtenTables.areDoubtful());
  }

  /**
   * Counts the keys of an immutable set or map of the JDK before it is made at one go: a key goes
   * to the next free place behind its own, which with keys chosen for it takes time in the square
   * of their number.
   *
   * @param keys the keys, with what else there is
   * @param step how far one key is from the next
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if there are too many
   *     steps
   */
  public void placed(@Nullable Object[] keys, int step) {
    if (isUnlimited()) {
      return;
    }
    int places = PLACES_PER_KEY * (keys.length / step);
    BitSet taken = new BitSet(places);
    for (int i = 0; i < keys.length; i += step) {
      Object key = keys[i];
      if (key == null) {
        return; // which the JDK refuses
      }
      hashed(key);
      if (writtenTables != null) {
        writtenTables.mayHaveChanged(key, false);
      }
      int place = Math.floorMod(key.hashCode(), places);
      int free = taken.nextClearBit(place);
      if (free >= places) {
        free = places + taken.nextClearBit(0);
      }
      compared(key, free - place);
      taken.set(free % places);
    }
  }

  /**
   * Counts comparisons of a key that was counted before.
   *
   * @param times with how many others it is compared
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it must not be
   */
  public void compared(Object key, int times) {
    if (times > 0) {
      long size = asksParts(key) ? sizes().of(key).size() : HashCost.simple(key);
      charge(key, times * Math.min(size, HashCost.MAX / times));
    }
  }

  /**
   * Returns whether the hash code of an object can be taken, and runs no code but that of the JDK.
   */
  boolean isHashedByJdk(Object object) {
    return asksParts(object)
        ? sizes().isFinishedOfJdk(object)
        : HashedParts.isOfJdk(object.getClass());
  }

  /** Returns whether the graph was just written, and is read to find out whether it can be. */
  public boolean isTrial() {
    return isTrial;
  }

  /** What the graph may take on the heap. */
  public MemoryBudget memory() {
    return memory;
  }

  /** The hash tables that were read. */
  public HashTables tables() {
    if (tables == null) {
      tables = new HashTables(isTrial, () -> metAgain(null));
    }
    return tables;
  }

  private CompareCost comparators() {
    if (comparators == null) {
      comparators = new CompareCost();
    }
    return comparators;
  }

  /** The URLs that were read. */
  public ReadUrls urls() {
    ReadUrls known = urls;
    if (known == null) {
      known = new ReadUrls();
      urls = known;
    }
    return known;
  }

  /**
   * Ends the reading of a graph: puts all keys where they belong.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if that has no end
   */
  public void settle() {
    if (tables != null) {
      tables.settle();
    }
    if (urls != null) {
      urls.end();
    }
  }

  private boolean isUnlimited() {
    return maxHashed >= HashCost.MAX;
  }

  private HashCost sizes() {
    HashCost current = sizes;
    if (current == null) {
      current =
          written == null ? HashCost.ofGrowing(comparators()) : HashCost.ofWhole(comparators());
      sizes = current;
    }
    return current;
  }

  private void charge(Object key, long size) {
    if (size == 1) {
      hashed++; // there are no more of them than bytes
      return;
    }
    hashed = Math.min(HashCost.MAX, hashed + size);
    noteLargest(key, size);
    // In the worst case this one is compared with all others, each as large as it was counted.
    risk(hashed);
  }

  private void noteLargest(Object key, long size) {
    if (size > largest) {
      largest = size;
      if (size > costliestParts) {
        costliestParts = size;
        costliest = key;
      }
    }
    if (Math.max(hashed, largest) > maxHashed) {
      throw tooMuch(maxHashed);
    }
    risk(size);
  }

  private void risk(long parts) {
    risk = Math.min(HashCost.MAX, risk + parts);
    if (risk > RISK_PER_LOOK) {
      look();
    }
  }

  /**
   * Counts a step that may take long, such as the loading of a class.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if the time is up
   */
  public void step() {
    if (++steps >= STEPS_PER_LOOK) {
      look();
    }
  }

  private void look() {
    steps = 0;
    risk = 0;
    if (maxNanos == Long.MAX_VALUE) {
      return;
    }
    long now = nanos.getAsLong();
    if (start == Long.MIN_VALUE) {
      start = now;
    } else if (now - start > maxNanos) {
      throw refused("what takes longer to read than %d ms".formatted(maxNanos / 1_000_000));
    }
  }

  /**
   * Ends the writing of a graph.
   *
   * @param bytes the size of the encoded graph
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it could not be read,
   *     {@link Reason#UNWRITABLE} if it would lose a key
   */
  public void finish(int bytes) {
    if (bytes > limits.maxBytes()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "graph of class %s takes %d bytes, more than the %d allowed"
              .formatted(
                  Objects.requireNonNull(written).getClass().getName(), bytes, limits.maxBytes()));
    }
    memory.finish(bytes);
    if (Math.max(hashed, largest) > maxHashed(limits, bytes)) {
      throw tooMuch(maxHashed(limits, bytes));
    }
    if (writtenTables != null && writtenTables.areUncompared()) {
      writtenTables.finish(this::at);
    }
  }

  /** What is met in a stream need not be a key. */
  private void refuseEndlessKey(Object graph) {
    ObjectPath.Found found = keyIn(graph, HashCost.Sum::isEndless);
    if (found != null) {
      throw refused(endless(found.object()) + ", at " + found.path());
    }
  }

  /**
   * The key nearest to the root with such a sum, and the way to its map or set; null if none is.
   */
  private ObjectPath.@Nullable Found keyIn(Object graph, Predicate<HashCost.Sum> such) {
    Object[] found = new Object[1];
    String path =
        ObjectPath.find(
            graph,
            object -> {
              boolean isOfJdk = HashedParts.isOfJdk(object.getClass());
              for (Object key : isOfJdk ? HashTables.keysOf(object) : Set.of()) {
                if (key != null && asksParts(key) && such.test(sizes().of(key))) {
                  found[0] = key;
                  return true;
                }
              }
              return false;
            });
    return found[0] == null ? null : new ObjectPath.Found(found[0], path);
  }

  private static boolean asksParts(Object key) {
    return HashedParts.of(key.getClass()) == HashedParts.ITS_PARTS;
  }

  private static String endless(Object key) {
    return "class %s as a key or in a set, although it holds itself and so has no hash code"
        .formatted(key.getClass().getName());
  }

  private TranscoderException tooMuch(long allowed) {
    String what =
        "keys that take too long to hash or compare: %d parts, allowed are %d"
            .formatted(Math.max(hashed, largest), allowed);
    Object graph = written;
    if (graph == null) {
      return refused(what);
    }
    ObjectPath.Found found = keyIn(graph, sum -> sum.size() > allowed);
    Object culprit = costliest;
    String comparator = ObjectPath.find(graph, object -> compares(object) > allowed / COMPARISONS);
    if (!comparator.equals(ObjectPath.UNKNOWN)) {
      what += ", most of them for the comparator at " + comparator;
    } else if (found != null) {
      what +=
          ", most of them in class " + found.object().getClass().getName() + ", at " + found.path();
    } else if (culprit != null) {
      what += ", most of them in class " + culprit.getClass().getName() + at(culprit);
    }
    return refused(what);
  }

  /** What one comparison costs by a comparator, or by that of a table. */
  private long compares(Object object) {
    if (CompareCost.isComparator(object)) {
      return comparators().of(object);
    }
    Comparator<?> order = WrittenTables.comparatorOf(object);
    return order == null ? 0 : comparators().of(order);
  }

  private String at(Object culprit) {
    return written == null ? "" : ", at " + ObjectPath.find(written, object -> object == culprit);
  }

  /** Returns whether the graph was refused here. */
  public boolean hasRefused() {
    return refused || memory.hasRefused();
  }

  private TranscoderException refused(String what) {
    refused = true;
    return new TranscoderException(Reason.LIMIT_EXCEEDED, "the graph holds " + what);
  }
}
