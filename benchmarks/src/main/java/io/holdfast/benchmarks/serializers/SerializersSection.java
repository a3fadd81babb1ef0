package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.Spread;
import io.holdfast.benchmarks.WebAppContext;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section of the document: tables, charts, targets. */
final class SerializersSection {

  private final Figures figures;
  private final Effort effort;
  private final String machine;

  SerializersSection(Figures figures, Effort effort, String machine) {
    this.figures = figures;
    this.effort = effort;
    this.machine = machine;
  }

  /** The file name of the chart of a workload. */
  static String imageOf(Workload workload) {
    return "serializers-" + workload.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg";
  }

  @Override
  public String toString() {
    return """
        ## Serializers

        "Plain" is the library as one uses it by itself: JDK serialization with its streams, one Kryo that
        is used again and again with Unsafe and without registered classes (and once more with its own
        compatible fields, which, like ours, survive a changed class), one XStream that writes XML,
        Javolution with a small reflective binding, without which it reads back next to nothing. "Holdfast"
        is what goes to a node: class filter, limits, verification, no Unsafe, the record and its checksum.

        Each figure is the median of %s; in each, the plain library and ours were measured one right
        after the other, each in a new JVM with the flags of Tomcat's start script, %d iterations of %s
        after %d to warm up. Times are those of the measuring thread on a processor. "÷ plain" is the median
        of the ratios within a round, with the least and the most. Bytes allocated are those of one
        operation.

        %s- JDK %s; JMH 1.37

        %s
        %s
        %s
        """
        .formatted(
            rounds(),
            effort.iterations(),
            effort.iteration(),
            effort.warmUps(),
            machine,
            WebAppContext.jdk(),
            effort.workloads().stream().map(this::workload).collect(Collectors.joining("\n")),
            new KryoOptions(figures),
            new Targets(figures, effort));
  }

  private String rounds() {
    boolean alike = effort.bulkyRounds() == 0 || effort.bulkyRounds() == effort.rounds();
    return count(effort.rounds())
        + (alike ? "" : ", on (c) and (d) of " + count(effort.bulkyRounds()));
  }

  private static String count(int rounds) {
    return rounds == 1 ? "1 round" : rounds + " rounds";
  }

  private String workload(Workload workload) {
    String rows =
        Stream.of(Contender.values())
            .filter(contender -> contender.isMeasuredOn(workload))
            .map(contender -> row(workload, contender))
            .collect(Collectors.joining());
    return """
        ### %s

        %s| | | bytes | write µs | ÷ plain | read µs | ÷ plain | allocated to write | to read |
        |---|---|---:|---:|---:|---:|---:|---:|---:|
        %s"""
        .formatted(
            workload.title(),
            workload.isBulky()
                ? ""
                : "![%s](images/%s)\n\n".formatted(workload.title(), imageOf(workload)),
            rows);
  }

  private String row(Workload workload, Contender contender) {
    Cell write = new Cell(contender, workload, Operation.WRITE);
    Cell read = new Cell(contender, workload, Operation.READ);
    return "| %s | %s | %,d | %s | %s | %s | %s | %,.0f | %,.0f |\n"
        .formatted(
            contender.serializer(),
            contender.use(),
            figures.bytes(workload, contender),
            micros(write),
            ratio(write),
            micros(read),
            ratio(read),
            figures.allocated(write),
            figures.allocated(read));
  }

  private String micros(Cell cell) {
    double micros = figures.nanos(cell).median() / 1_000;
    return (micros < 100 ? "%.2f" : "%,.0f").formatted(micros);
  }

  private String ratio(Cell cell) {
    @Nullable Contender plain = cell.contender().plain();
    if (plain == null) {
      return "";
    }
    Spread ratio = figures.ratio(cell, cell.of(plain));
    return "%.2f (%.2f to %.2f)".formatted(ratio.median(), ratio.least(), ratio.most());
  }
}
