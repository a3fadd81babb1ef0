package io.holdfast.benchmarks.load;

/**
 * What was seen while users asked one Tomcat for one page.
 *
 * @param requests that were answered
 * @param seconds until the last was answered and its backup was done
 * @param cpuSeconds that the Tomcat's process was on a processor meanwhile
 * @param medianMillis within which half of the answers came
 * @param slowMillis within which 99 of 100 answers came
 * @param traffic that the store counted
 * @param wrong answers that were not what the session had to give next
 */
public record Turn(
    int requests,
    double seconds,
    double cpuSeconds,
    double medianMillis,
    double slowMillis,
    Traffic traffic,
    long wrong) {

  /** Checks it. */
  public Turn {
    if (requests < 1) {
      throw new IllegalArgumentException("No request was answered");
    }
  }

  /** Requests a second. */
  public double throughput() {
    return requests / seconds;
  }

  /** Microseconds of the Tomcat's process for each request. */
  public double cpuMicros() {
    return 1e6 * cpuSeconds / requests;
  }

  /** Operations of the store for each request. */
  double operationsEach() {
    return (double) traffic.operations() / requests;
  }

  /** Bytes sent to the store for each request. */
  double bytesEach() {
    return (double) traffic.bytes() / requests;
  }
}
