package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures all serializers. The plain library and ours take turns, a new JVM for each, in several
 * rounds, so that whatever else the machine does meets both of them.
 */
final class SerializersMeasurement {

  private final Path root;
  private final Effort effort;
  private final Fork fork;
  private final Figures figures = new Figures();
  private final Progress progress;

  private SerializersMeasurement(Path root, Effort effort) {
    this.root = root;
    this.effort = effort;
    this.fork = new Fork(effort, root.resolve("benchmarks/target/jmh.log"));
    this.progress =
        new Progress(
            "serializers",
            IntStream.range(0, effort.rounds())
                .map(round -> turns(round).mapToInt(List::size).sum())
                .sum());
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    new SerializersMeasurement(root, quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run serializers --quick" : "benchmarks/run serializers");
  }

  private void run(String command) throws Exception {
    String loadBefore = WebAppContext.loadAverage();
    for (Workload workload : effort.workloads()) {
      for (Contender contender : Contender.values()) {
        measureSize(workload, contender);
      }
    }
    for (int round = 0; round < effort.rounds(); round++) {
      for (List<Cell> turn : turns(round).toList()) {
        takeTurns(turn, round);
      }
    }
    VerificationCost verification = VerificationCost.measure(fork, progress);
    write(WebAppContext.machine(command, loadBefore), verification);
  }

  /** Also proves that what is compared does the same work. */
  private void measureSize(Workload workload, Contender contender) throws Exception {
    Codec codec = contender.codec();
    byte[] bytes = codec.write(workload.attributes());
    SameForm.require(contender + ", " + workload, workload.attributes(), codec.read(bytes));
    figures.size(workload, contender, bytes.length);
  }

  /** Those that are compared with each other, and so are measured right after each other. */
  private Stream<List<Cell>> turns(int round) {
    return effort.workloads().stream()
        .filter(workload -> round < effort.rounds(workload))
        .flatMap(
            workload ->
                Stream.of("java", "kryo", "xstream", "javolution")
                    .flatMap(
                        serializer ->
                            Stream.of(Operation.values())
                                .map(operation -> turn(serializer, workload, operation))));
  }

  private static List<Cell> turn(String serializer, Workload workload, Operation operation) {
    return Stream.of(Contender.values())
        .filter(contender -> contender.serializer().equals(serializer))
        .filter(contender -> contender.isMeasuredOn(workload))
        .map(contender -> new Cell(contender, workload, operation))
        .toList();
  }

  /** Every second round in the other order. */
  private void takeTurns(List<Cell> turn, int round) throws RunnerException {
    List<Cell> order = new ArrayList<>(turn);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    for (Cell cell : order) {
      Measured measured = fork.run(cell);
      figures.add(cell, measured);
      progress.step(
          "round %d, %s, %s, %s %s: %.1f µs"
              .formatted(
                  round + 1,
                  cell.operation().method(),
                  cell.workload().title(),
                  cell.contender().serializer(),
                  cell.contender().use(),
                  measured.nanos() / 1_000));
    }
  }

  private void write(String machine, VerificationCost verification) throws IOException {
    for (Workload workload : List.of(Workload.TICKETS, Workload.WEB_SESSION)) {
      Files.writeString(
          root.resolve("docs/images").resolve(SerializersSection.imageOf(workload)),
          SerializersCharts.chart(figures, workload));
    }
    MeasurementsDocument.ofBenchmarks(root)
        .replace(
            "serializers",
            new SerializersSection(figures, effort, machine).toString() + verification);
    progress.say("see docs/benchmarks.md");
  }
}
