package io.holdfast.benchmarks.serializers;

import java.util.List;
import java.util.stream.Collectors;

/** The table of what the options of kryo save, and what a record then survives. */
final class KryoOptions {

  private static final List<Workload> WORKLOADS = List.of(Workload.TICKETS, Workload.WEB_SESSION);

  private final Figures figures;

  KryoOptions(Figures figures) {
    this.figures = figures;
  }

  @Override
  public String toString() {
    return """
        ### What the options of kryo save

        How a record is written by default, with [numbers for classes](serializer-extension.md) and without the
        names of fields. Times are divided by those of the default in the same round.

        | | bytes (a) | (b) | write (a) | (b) | read (a) | (b) | a record can still be read after |
        |---|---:|---:|---:|---:|---:|---:|---|
        %s%s%s
        The changes of classes, one by one, are in [serializers.md](serializers.md). What cannot be read is
        refused; no option makes a record that is read wrongly.
        """
        .formatted(
            row(
                "compatible, the default",
                Contender.KRYO,
                "fields were added, removed, reordered or got a wider type; superclasses were inserted"
                    + " or removed; enum constants were added or reordered"),
            row(
                "registered classes",
                Contender.KRYO_REGISTERED,
                "the same, and after classes were added at the end of the list"),
            row(
                "field serializer",
                Contender.KRYO_FIELDS,
                "fields were reordered or moved to a superclass; enum constants were added or"
                    + " reordered; methods were added"));
  }

  private String row(String name, Contender contender, String survives) {
    return "| %s | %s | %s | %s | %s |\n"
        .formatted(
            name,
            WORKLOADS.stream()
                .map(workload -> "%,d".formatted(figures.bytes(workload, contender)))
                .collect(Collectors.joining(" | ")),
            ratios(contender, Operation.WRITE),
            ratios(contender, Operation.READ),
            survives);
  }

  private String ratios(Contender contender, Operation operation) {
    return WORKLOADS.stream()
        .map(workload -> new Cell(contender, workload, operation))
        .map(cell -> "%.2f".formatted(figures.ratio(cell, cell.of(Contender.KRYO)).median()))
        .collect(Collectors.joining(" | "));
  }
}
