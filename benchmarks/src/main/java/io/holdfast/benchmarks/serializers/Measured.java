package io.holdfast.benchmarks.serializers;

import java.util.List;

/**
 * What one JVM saw of one thing.
 *
 * @param nanos the time of an operation, the median of the iterations
 * @param allocated bytes allocated by an operation
 */
record Measured(double nanos, double allocated) {

  /** The middle of some values, or the mean of the two in the middle. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
