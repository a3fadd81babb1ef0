package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ObjectPath;
import java.util.IdentityHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of one graph may take on the heap: a few bytes each can make objects that bring
 * tables, locks or many fields along. For one graph and one thread.
 *
 * <p>The objects are weighed by {@link HeapWeight} while the graph is written, and again while it
 * is read, so that what could not be read is refused. A reader allows a quarter more than a writer:
 * the classes of its JDK may have more fields.
 *
 * <p>What code of a class allocates while its object is read is not known. So a reader also looks
 * at what its thread has allocated; that bound is far above what an honest graph takes.
 */
public final class MemoryBudget {

  private static final long MIB = 1_024 * 1_024;

  /** What every graph may take. */
  private static final long FLOOR = 16 * MIB;

  /**
   * What each encoded byte allows beside that. An empty map takes 48 bytes for three of {@code
   * kryo}, which is the densest of what applications have much of.
   */
  private static final int PER_BYTE = 16;

  /** What the reading of every graph may allocate, what becomes garbage at once included. */
  private static final long ALLOCATED_FLOOR = 128 * MIB;

  private static final int ALLOCATED_PER_BYTE = 128;

  private static final int OBJECTS_PER_LOOK = 64;
  private static final long UNLIMITED = Long.MAX_VALUE;

  private @Nullable Object written;
  private final long limit;
  private final long maxAllocated;
  private final LongSupplier allocated;
  private final long start;

  /** What each class took above the floor, for the message; null while there was no need. */
  private @Nullable IdentityHashMap<Class<?>, long[]> heaviest;

  private long weight;
  private int objects;
  private boolean refused;

  private MemoryBudget(
      @Nullable Object written, long limit, long maxAllocated, LongSupplier allocated) {
    this.written = written;
    this.limit = limit;
    this.maxAllocated = maxAllocated;
    this.allocated = allocated;
    this.start = maxAllocated == UNLIMITED ? ThreadCosts.UNKNOWN : allocated.getAsLong();
  }

  /**
   * Starts to read a graph.
   *
   * @param bytes the size of the encoded graph
   * @param allocated tells how many bytes the current thread has allocated, or {@link
   *     ThreadCosts#UNKNOWN}
   */
  static MemoryBudget reading(int bytes, LongSupplier allocated) {
    return new MemoryBudget(
        null,
        allowed(bytes) / 4 * 5,
        ALLOCATED_FLOOR + (long) ALLOCATED_PER_BYTE * bytes,
        allocated);
  }

  /**
   * Starts to write a graph; {@link #finish} reports whether it can be read.
   *
   * @param graph its root
   */
  static MemoryBudget writing(DecodeLimits limits, Object graph) {
    return new MemoryBudget(
        graph, allowed(limits.maxBytes()), UNLIMITED, () -> ThreadCosts.UNKNOWN);
  }

  /** Starts to write another graph; null to let go of the former one. */
  void restart(@Nullable Object graph) {
    written = graph;
    heaviest = null;
    weight = 0;
    objects = 0;
    refused = false;
  }

  /** Without a bound. */
  static MemoryBudget unlimited() {
    return new MemoryBudget(null, UNLIMITED, UNLIMITED, () -> ThreadCosts.UNKNOWN);
  }

  private static long allowed(int bytes) {
    return FLOOR + (long) PER_BYTE * bytes;
  }

  /**
   * Counts an object before it is made, when only its class is known.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if there are too many
   */
  public void made(Class<?> type) {
    add(type, HeapWeight.ofEmpty(type));
    if (++objects % OBJECTS_PER_LOOK == 0) {
      look();
    }
  }

  /**
   * Counts an object of JDK serialization, with what it copies of what it shares with others.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if there are too many
   */
  public void made(Object object) {
    Class<?> type = object.getClass();
    long copied = type.getModule().isNamed() ? HeapWeight.ofCopied(object) : 0;
    add(type, HeapWeight.ofEmpty(type) + copied);
    if (HeapWeight.runsCode(type)) {
      look();
    }
  }

  private void add(Class<?> type, long size) {
    weight += size;
    if (weight > FLOOR) {
      if (written != null) {
        note(type, size);
      }
      if (weight > limit) {
        throw tooHeavy(limit);
      }
    }
  }

  private void note(Class<?> type, long size) {
    IdentityHashMap<Class<?>, long[]> sizes = heaviest;
    if (sizes == null) {
      sizes = new IdentityHashMap<>();
      heaviest = sizes;
    }
    sizes.computeIfAbsent(type, any -> new long[1])[0] += size;
  }

  /**
   * Looks at what the thread has allocated since it began to read the graph.
   *
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if that is too much
   */
  public void look() {
    if (start == ThreadCosts.UNKNOWN) {
      return;
    }
    long taken = allocated.getAsLong() - start;
    if (taken > maxAllocated) {
      throw refused(
          "objects that take too much memory to read: %d bytes, allowed are %d"
              .formatted(taken, maxAllocated));
    }
  }

  /**
   * Ends the writing of a graph.
   *
   * @param bytes the size of the encoded graph
   * @throws TranscoderException with reason {@link Reason#LIMIT_EXCEEDED} if it could not be read
   */
  void finish(int bytes) {
    if (limit != UNLIMITED && weight > allowed(bytes)) {
      throw tooHeavy(allowed(bytes));
    }
  }

  /** Returns whether the graph was refused here. */
  boolean hasRefused() {
    return refused;
  }

  private TranscoderException tooHeavy(long allowed) {
    String what =
        "objects that take too much memory: about %d bytes, allowed are %d"
            .formatted(weight, allowed);
    Object graph = written;
    IdentityHashMap<Class<?>, long[]> sizes = heaviest;
    if (graph != null && sizes != null) {
      Class<?> type = heaviestOf(sizes);
      what +=
          ", most of them in class %s, the first at %s"
              .formatted(
                  type.getName(), ObjectPath.find(graph, object -> object.getClass() == type));
    }
    return refused(what);
  }

  private TranscoderException refused(String what) {
    refused = true;
    return new TranscoderException(Reason.LIMIT_EXCEEDED, "the graph holds " + what);
  }

  private static Class<?> heaviestOf(IdentityHashMap<Class<?>, long[]> sizes) {
    return sizes.entrySet().stream()
        .max((a, b) -> Long.compare(a.getValue()[0], b.getValue()[0]))
        .orElseThrow()
        .getKey();
  }
}
