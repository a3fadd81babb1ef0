package io.holdfast.benchmarks.report;

import org.HdrHistogram.Histogram;

/**
 * What was seen while a contender did one thing for a while.
 *
 * @param operations that were done, such as requests that were answered
 * @param seconds until the last of them was done
 * @param cpuSeconds that the measured process was on a processor meanwhile
 * @param waits for the single operations
 * @param traffic that the store counted
 * @param wrong answers that were not what they had to be
 * @param allocated bytes that the measured process allocated; NaN if that was not counted
 */
public record Turn(
    long operations,
    double seconds,
    double cpuSeconds,
    Waits waits,
    Traffic traffic,
    long wrong,
    double allocated) {

  /** Checks it. */
  public Turn {
    if (operations < 1) {
      throw new IllegalArgumentException("Nothing was done");
    }
  }

  /** A turn in which the allocated bytes were not counted. */
  public Turn(
      long operations,
      double seconds,
      double cpuSeconds,
      Waits waits,
      Traffic traffic,
      long wrong) {
    this(operations, seconds, cpuSeconds, waits, traffic, wrong, Double.NaN);
  }

  /** A turn in which only the operations were timed. */
  public static Turn of(long operations, double seconds, double cpuSeconds) {
    return new Turn(operations, seconds, cpuSeconds, Waits.NONE, Traffic.NONE, 0);
  }

  /**
   * How long single operations were waited for, in milliseconds.
   *
   * @param slow within which 99 of 100 were done
   */
  public record Waits(double mean, double deviation, double median, double slow, double longest) {
    /** Of no operation. */
    public static final Waits NONE =
        new Waits(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Digits to which times are kept. */
    public static final int DIGITS = 3;

    private static final double NANOS_PER_MILLI = 1e6;

    /** Of operations whose nanoseconds are given. */
    public static Waits of(Histogram nanos) {
      return nanos.getTotalCount() == 0
          ? NONE
          : new Waits(
              nanos.getMean() / NANOS_PER_MILLI,
              nanos.getStdDeviation() / NANOS_PER_MILLI,
              nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
              nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
              nanos.getMaxValue() / NANOS_PER_MILLI);
    }
  }

  /**
   * What a store was sent.
   *
   * @param operations how many
   * @param bytes how large they were together
   */
  public record Traffic(long operations, long bytes) {
    /** No traffic. */
    public static final Traffic NONE = new Traffic(0, 0);

    /** What came after the earlier one. */
    public Traffic since(Traffic earlier) {
      return new Traffic(operations - earlier.operations, bytes - earlier.bytes);
    }

    /** What came to one or the other. */
    public Traffic plus(Traffic other) {
      return new Traffic(operations + other.operations, bytes + other.bytes);
    }
  }

  /** Operations a second. */
  public double rate() {
    return operations / seconds;
  }

  /** Microseconds of processors for each operation. */
  public double cpuMicros() {
    return 1e6 * cpuSeconds / operations;
  }

  /** Kilobytes that the measured process allocated for each operation. */
  public double allocatedKilobytes() {
    return allocated / 1_024 / operations;
  }

  /** Operations of the store for each operation. */
  public double storeOperations() {
    return (double) traffic.operations / operations;
  }

  /** Bytes for each operation. */
  public double bytes() {
    return (double) traffic.bytes / operations;
  }
}
