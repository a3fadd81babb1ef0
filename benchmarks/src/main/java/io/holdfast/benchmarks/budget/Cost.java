package io.holdfast.benchmarks.budget;

/**
 * What one repetition of a step costs.
 *
 * @param ownNanos of the thread that takes the step
 * @param otherNanos of all other threads of the process
 * @param bytes that all threads allocate
 */
record Cost(double ownNanos, double otherNanos, double bytes) {

  /** The cheaper one: whatever else runs makes a step dearer, never cheaper. */
  static Cost least(Cost one, Cost other) {
    return one.nanos() <= other.nanos() ? one : other;
  }

  double nanos() {
    return ownNanos + otherNanos;
  }
}
