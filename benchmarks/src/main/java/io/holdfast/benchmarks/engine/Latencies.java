package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.Arrays;
import java.util.List;

/** What a client waited for each answer, in order; not safe for several threads. */
public final class Latencies {

  private static final double NANOS_PER_MILLI = 1e6;

  private long[] nanos = new long[1 << 12];
  private int count;

  /** Those of several clients. */
  public static Latencies together(List<Latencies> several) {
    Latencies all = new Latencies();
    several.forEach(
        one -> {
          for (int i = 0; i < one.count; i++) {
            all.add(one.nanos[i]);
          }
        });
    return all;
  }

  public void add(long latencyNanos) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = latencyNanos;
  }

  /** How many answers there were. */
  public int count() {
    return count;
  }

  /** In short. */
  public Waits waits() {
    if (count == 0) {
      return Waits.NONE;
    }
    double[] sorted =
        Arrays.stream(nanos, 0, count).mapToDouble(n -> n / NANOS_PER_MILLI).toArray();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElse(0);
    double square = Arrays.stream(sorted).map(millis -> millis * millis).average().orElse(0);
    return new Waits(
        mean,
        Math.sqrt(Math.max(0, square - mean * mean)),
        within(sorted, 0.5),
        within(sorted, 0.99),
        within(sorted, 1));
  }

  private static double within(double[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  /** A turn of which nothing else is known. */
  public Turn turn(double seconds) {
    return new Turn(count, seconds, Double.NaN, waits(), Traffic.NONE, 0);
  }
}
