package io.holdfast.benchmarks.beans;

/**
 * What was seen while users had one session after the other.
 *
 * @param requests that were answered
 * @param seconds until the last was answered and the store was empty
 * @param cpuSeconds that the process of TomEE was on a processor meanwhile
 */
record Turn(int requests, double seconds, double cpuSeconds) {

  Turn {
    if (requests < 1) {
      throw new IllegalArgumentException("No request was answered");
    }
  }

  /** Requests a second. */
  double rate() {
    return requests / seconds;
  }

  /** Microseconds of the process for each request. */
  double cpuMicros() {
    return 1e6 * cpuSeconds / requests;
  }
}
