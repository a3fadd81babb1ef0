package io.holdfast.benchmarks.modes;

/**
 * What was seen while users asked one Tomcat for one page.
 *
 * @param requests that were answered
 * @param seconds until the last was answered and its backup was done
 * @param cpuSeconds that the Tomcat's process was on a processor meanwhile
 * @param medianMillis within which half of the answers came
 * @param slowMillis within which 99 of 100 answers came
 * @param writes that the nodes counted
 * @param bytes that the nodes received
 */
record Turn(
    int requests,
    double seconds,
    double cpuSeconds,
    double medianMillis,
    double slowMillis,
    long writes,
    long bytes) {

  Turn {
    if (requests < 1) {
      throw new IllegalArgumentException("No request was answered");
    }
  }

  /** Requests a second. */
  double throughput() {
    return requests / seconds;
  }

  /** Microseconds of the Tomcat's process for each request. */
  double cpuMicros() {
    return 1e6 * cpuSeconds / requests;
  }

  /** Writes for each request. */
  double writesEach() {
    return (double) writes / requests;
  }

  /** Bytes sent to the nodes for each request. */
  double bytesEach() {
    return (double) bytes / requests;
  }
}
