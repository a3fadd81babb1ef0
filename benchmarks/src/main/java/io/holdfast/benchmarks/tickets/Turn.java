package io.holdfast.benchmarks.tickets;

import java.util.Map;
import java.util.Objects;

/**
 * What was seen while users visited one server.
 *
 * @param timings of all steps
 * @param visits how many there were
 * @param cpuSeconds that the Tomcat's process was on a processor meanwhile
 * @param bytes that went to memcached and came from it
 */
record Turn(Map<Step, Timing> timings, int visits, double cpuSeconds, long bytes) {

  Turn {
    timings = Map.copyOf(timings);
  }

  Timing timing(Step step) {
    return Objects.requireNonNull(timings.get(step));
  }

  /** The steps of the published experiment together. */
  Timing published() {
    return Step.published().stream().map(this::timing).reduce(Timing.NONE, Timing::plus);
  }

  /** Requests a second in these. */
  double rate() {
    return published().rate();
  }

  /** Milliseconds of the Tomcat's process for each visit, all steps included. */
  double cpuMillis() {
    return 1e3 * cpuSeconds / visits;
  }

  /** Bytes to memcached and from it for each visit, all steps included. */
  double bytesEach() {
    return (double) bytes / visits;
  }
}
