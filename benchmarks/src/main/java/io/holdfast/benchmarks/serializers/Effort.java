package io.holdfast.benchmarks.serializers;

import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How much is measured.
 *
 * @param rounds how often each thing is measured, each time in a new JVM
 * @param workloads which sessions
 * @param iteration time of one iteration
 * @param warmUps iterations that are not counted
 * @param iterations iterations that are
 */
record Effort(
    int rounds, List<Workload> workloads, TimeValue iteration, int warmUps, int iterations) {

  /** About ten minutes. */
  static final Effort FULL =
      new Effort(2, Arrays.asList(Workload.values()), TimeValue.milliseconds(200), 7, 3);

  /** About two minutes. */
  static final Effort QUICK =
      new Effort(
          1, List.of(Workload.TICKETS, Workload.WEB_SESSION), TimeValue.milliseconds(150), 4, 3);
}
