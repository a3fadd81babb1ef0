package io.holdfast.benchmarks.serializers;

import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How much is measured.
 *
 * @param rounds how often each thing is measured on sessions of many small objects, each time in a
 *     new JVM
 * @param bulkyRounds the same on sessions of mostly bytes or of many objects alike; 0 leaves them
 *     out
 * @param iteration time of one iteration
 * @param warmUps iterations that are not counted
 * @param iterations iterations that are
 */
record Effort(int rounds, int bulkyRounds, TimeValue iteration, int warmUps, int iterations) {

  /** Some thirteen minutes. */
  static final Effort FULL = new Effort(3, 1, TimeValue.milliseconds(200), 8, 3);

  /** About three minutes. */
  static final Effort QUICK = new Effort(1, 0, TimeValue.milliseconds(150), 6, 3);

  /** Which sessions are measured. */
  List<Workload> workloads() {
    return Stream.of(Workload.values()).filter(workload -> rounds(workload) > 0).toList();
  }

  /** How often something is measured on a session. */
  int rounds(Workload workload) {
    return workload.isBulky() ? bulkyRounds : rounds;
  }
}
