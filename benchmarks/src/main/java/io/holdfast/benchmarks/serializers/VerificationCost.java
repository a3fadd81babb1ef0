package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.Progress;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** What it costs that a class is read back when it is first written. */
final class VerificationCost {

  private static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  private final StringBuilder rows = new StringBuilder();
  private double nanosToAsk;

  private VerificationCost() {}

  static VerificationCost measure(Fork fork, Progress progress) throws RunnerException {
    VerificationCost cost = new VerificationCost();
    for (String serializer : SERIALIZERS) {
      double first = micros(fork, serializer, "first");
      double second = micros(fork, serializer, "second");
      cost.rows.append("| %s | %.0f | %.0f |\n".formatted(serializer, first, second));
      progress.say("%s, first write %.0f µs, second %.0f µs".formatted(serializer, first, second));
    }
    cost.nanosToAsk = fork.median(fork.options(VerificationBenchmark.class, "check"));
    return cost;
  }

  private static double micros(Fork fork, String serializer, String method) throws RunnerException {
    return fork.median(
            fork.options(VerificationBenchmark.class, method).param("serializer", serializer))
        / 1_000;
  }

  @Override
  public String toString() {
    return """

        ### What verification costs

        A transcoder reads back the first graph in which it meets a class, so that what cannot be read is
        refused when it is written. The tickets of (a) are written by an application that was just
        deployed: new classes, a new transcoder; then once more. The first time is that for finding out how
        the classes are written, for writing and for reading back; it is spent once per class, transcoder
        and deployment. Times in µs, one write after the other, so without the caches a busy loop enjoys.

        | | first write | second write |
        |---|---:|---:|
        %s
        Asking for ten classes whether they were read back before takes %.0f ns; a graph asks once per class.
        """
        .formatted(rows, nanosToAsk);
  }
}
