package io.holdfast.core.metrics;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * How long something took, as a distribution: counts in buckets whose width grows with the time,
 * sixteen for each power of two. Thread-safe; recording takes no lock and allocates nothing.
 *
 * <p>A percentile is the upper end of its bucket, so at most one sixteenth above the time that was
 * recorded, and never above the longest one.
 */
final class LatencyHistogram {

  private static final int SUB_BITS = 4;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;

  /** 2^40 nanoseconds, more than 18 minutes; what took longer counts as that. */
  private static final int MOST_BITS = 40;

  private static final long MOST = (1L << MOST_BITS) - 1;
  private static final int BUCKETS = indexOf(MOST) + 1;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

  /**
   * Notes one time.
   *
   * @param nanos how long it took; less than 0 counts as 0
   */
  void record(long nanos) {
    long bounded = Math.min(Math.max(nanos, 0), MOST);
    counts.getAndIncrement(indexOf(bounded));
    longest.accumulate(bounded);
  }

  /** What was recorded until now; not one moment's where others record meanwhile. */
  LatencySummary summary() {
    long[] now = new long[BUCKETS];
    long total = 0;
    for (int i = 0; i < BUCKETS; i++) {
      now[i] = counts.get(i);
      total += now[i];
    }
    long max = longest.get();
    return new LatencySummary(
        total,
        percentile(now, total, max, 50),
        percentile(now, total, max, 95),
        percentile(now, total, max, 99),
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
