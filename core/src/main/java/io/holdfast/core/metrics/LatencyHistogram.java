package io.holdfast.core.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Durations: their number and sum since the start, and the distribution of the last minutes, with
 * counts in buckets whose width grows with the duration, sixteen for each power of two.
 * Thread-safe; recording takes no lock, and allocates once a minute.
 *
 * <p>A percentile is the upper end of its bucket, so at most one sixteenth above the time that was
 * recorded, and never above the longest one.
 */
final class LatencyHistogram {

  private static final int SUB_BITS = 4;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;

  /** 2^40 nanoseconds, more than 18 minutes; a longer duration counts as that. */
  private static final int MOST_BITS = 40;

  private static final long MOST = (1L << MOST_BITS) - 1;
  private static final int BUCKETS = indexOf(MOST) + 1;

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** The present minute, and those before it. */
  static final int MINUTES = 5;

  private final LongAdder count = new LongAdder();
  private final LongAdder sum = new LongAdder();
  private final AtomicReferenceArray<@Nullable Minute> minutes =
      new AtomicReferenceArray<>(MINUTES);

  /** The times of one minute. */
  private static final class Minute {
    private final long number;
    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final AtomicLong longest = new AtomicLong();

    Minute(long number) {
      this.number = number;
    }
  }

  /**
   * Notes one time.
   *
   * @param nanos how long it took; less than 0 counts as 0
   * @param now when it ended, in nanoseconds from any origin
   */
  void record(long nanos, long now) {
    long bounded = Math.min(Math.max(nanos, 0), MOST);
    count.increment();
    sum.add(bounded);
    Minute minute = minuteOf(now);
    minute.counts.getAndIncrement(indexOf(bounded));
    if (bounded > minute.longest.get()) {
      minute.longest.accumulateAndGet(bounded, Math::max);
    }
  }

  private Minute minuteOf(long now) {
    long number = Math.floorDiv(now, MINUTE);
    int place = (int) Math.floorMod(number, (long) MINUTES);
    Minute there = minutes.get(place);
    while (there == null || there.number != number) {
      Minute begun = new Minute(number);
      if (minutes.compareAndSet(place, there, begun)) {
        return begun;
      }
      there = minutes.get(place);
    }
    return there;
  }

  /** The durations until now; not a consistent view while other threads record. */
  LatencySummary summary(long now) {
    long current = Math.floorDiv(now, MINUTE);
    long[] counts = new long[BUCKETS];
    long total = 0;
    long max = 0;
    for (int place = 0; place < MINUTES; place++) {
      Minute minute = minutes.get(place);
      if (minute == null || current - minute.number >= MINUTES) {
        continue;
      }
      for (int i = 0; i < BUCKETS; i++) {
        long times = minute.counts.get(i);
        counts[i] += times;
        total += times;
      }
      max = Math.max(max, minute.longest.get());
    }
    return new LatencySummary(
        count.sum(),
        sum.sum(),
        percentile(counts, total, max, 50),
        percentile(counts, total, max, 95),
        percentile(counts, total, max, 99),
        max);
  }

  private static long percentile(long[] counts, long total, long max, int percent) {
    long rank = (total * percent + 99) / 100;
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= rank && seen > 0) {
        return Math.min(upperEndOf(i), max);
      }
    }
    return 0;
  }

  /** The first sixteen buckets are one nanosecond wide each. */
  private static int indexOf(long nanos) {
    if (nanos < SUB_BUCKETS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return (shift + 1) * SUB_BUCKETS + (int) (nanos >>> shift) - SUB_BUCKETS;
  }

  private static long upperEndOf(int index) {
    if (index < SUB_BUCKETS) {
      return index;
    }
    int shift = index / SUB_BUCKETS - 1;
    return ((long) (index % SUB_BUCKETS + SUB_BUCKETS + 1) << shift) - 1;
  }
}
