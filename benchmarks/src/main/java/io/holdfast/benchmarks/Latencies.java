package io.holdfast.benchmarks;

import java.util.Arrays;

/** What a client waited for each answer, in order; not safe for several threads. */
public final class Latencies {

  private static final double NANOS_PER_MILLI = 1e6;

  private long[] nanos = new long[1 << 12];
  private int count;

  /** Creates it without any. */
  public Latencies() {}

  /** Adds one. */
  public void add(long latencyNanos) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = latencyNanos;
  }

  /** Adds all of another. */
  public void addAll(Latencies other) {
    for (int i = 0; i < other.count; i++) {
      add(other.nanos[i]);
    }
  }

  /** How many answers there were. */
  public int count() {
    return count;
  }

  /** Milliseconds within which this share of the answers came; 1 for the longest wait. */
  public double millis(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(share * count) - 1] / NANOS_PER_MILLI;
  }

  /** In words. */
  String spread() {
    return "median %.1f ms, 99 %% %.1f ms, largest %.0f ms"
        .formatted(millis(0.5), millis(0.99), millis(1));
  }

  /** Median, 99 % and largest as cells of a table, in milliseconds. */
  String row() {
    return "%.1f | %.0f | %.0f".formatted(millis(0.5), millis(0.99), millis(1));
  }
}
