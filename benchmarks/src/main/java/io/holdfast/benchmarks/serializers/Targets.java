package io.holdfast.benchmarks.serializers;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was aimed at, what others have claimed, and what was seen. */
final class Targets {

  private static final double MOST_TIMES_PLAIN = 1.25;

  private final Figures figures;
  private final Effort effort;

  Targets(Figures figures, Effort effort) {
    this.figures = figures;
    this.effort = effort;
  }

  @Override
  public String toString() {
    double ticketBytes = times(Workload.TICKETS, Contender.JAVA_PLAIN, Contender.KRYO_ALONE);
    double sessionBytes = times(Workload.WEB_SESSION, Contender.JAVA_PLAIN, Contender.KRYO_ALONE);
    double write = faster(Operation.WRITE);
    double read = faster(Operation.READ);
    return """
        ### Targets and claims

        | aimed at | seen | |
        |---|---|---|
        | time of ours at most %.2f × the plain library's | %s | %s |
        | kryo: at most 1/2 of Java's bytes on (a) | Java's are %.2f × kryo's | %s |
        | kryo: at most 1/3 of Java's bytes on (b) | Java's are %.2f × kryo's | %s |
        | kryo: written at least 2.5 × faster than java on (a) | %.2f × | %s |
        | kryo: read at least 6 × faster than java on (a) | %.2f × | %s |

        Bytes without the record, which adds the same to each; times with all of it. The plain Kryo of these
        comparisons cannot read what another version of a class wrote. Beside Kryo with its own compatible
        fields, which can, ours takes %.2f of the time to write (a) and %.2f to read it. On (d), which is bytes
        and little else, the record shows: the row "Holdfast's record around plain" is plain Kryo with nothing of
        ours but the record and its checksum. [Decision 19](decisions/019-what-safety-costs.md) says what of the
        rest cannot be had.

        The developers of CAS, a single sign-on server that keeps its tickets in memcached, wrote in 2012
        that Java needs more than twice the bytes of Kryo, and that Kryo gave them 25 %% more throughput end
        to end. On the tickets above Java needs %.2f times the bytes of ours and %.2f times those of plain
        Kryo; ours is written %.1f and read %.1f times as fast as Java's, which is the serializer's share
        of a request; [throughput end to end](#tickets-of-a-single-sign-on) is measured by itself.
        """
        .formatted(
            MOST_TIMES_PLAIN,
            slower(),
            slowest() <= MOST_TIMES_PLAIN ? "met" : "missed",
            ticketBytes,
            ticketBytes >= 2 ? "met" : "missed",
            sessionBytes,
            sessionBytes >= 3 ? "met" : "missed",
            write,
            write >= 2.5 ? "met" : "missed",
            read,
            read >= 6 ? "met" : "missed",
            toCompatible(Operation.WRITE),
            toCompatible(Operation.READ),
            ticketBytes,
            times(Workload.TICKETS, Contender.JAVA_PLAIN, Contender.KRYO_PLAIN),
            write,
            read);
  }

  private double times(Workload workload, Contender more, Contender less) {
    return (double) figures.bytes(workload, more) / figures.bytes(workload, less);
  }

  private double faster(Operation operation) {
    double java = nanos(Contender.JAVA, operation);
    return java / nanos(Contender.KRYO, operation);
  }

  private double toCompatible(Operation operation) {
    Cell ours = new Cell(Contender.KRYO, Workload.TICKETS, operation);
    return figures.ratio(ours, ours.of(Contender.KRYO_PLAIN_COMPATIBLE)).median();
  }

  private double nanos(Contender contender, Operation operation) {
    return figures.nanos(new Cell(contender, Workload.TICKETS, operation)).median();
  }

  private double slowest() {
    return comparisons().stream().mapToDouble(this::ratio).max().orElse(Double.NaN);
  }

  private String slower() {
    List<Cell> all = comparisons();
    List<Cell> slower = all.stream().filter(cell -> ratio(cell) > MOST_TIMES_PLAIN).toList();
    return slower.isEmpty()
        ? "in all %d comparisons, at most %.2f".formatted(all.size(), slowest())
        : "in %d of %d comparisons; not: %s"
            .formatted(
                all.size() - slower.size(),
                all.size(),
                slower.stream().map(this::describe).collect(Collectors.joining("; ")));
  }

  private String describe(Cell cell) {
    return "%s %s %s %.2f"
        .formatted(
            cell.contender().serializer(),
            cell.workload().title().substring(0, 3),
            cell.operation().method(),
            ratio(cell));
  }

  private double ratio(Cell cell) {
    Contender plain = cell.contender().plain();
    return plain == null ? Double.NaN : figures.ratio(cell, cell.of(plain)).median();
  }

  private List<Cell> comparisons() {
    return effort.workloads().stream()
        .flatMap(
            workload ->
                Stream.of(Contender.JAVA, Contender.KRYO, Contender.XSTREAM, Contender.JAVOLUTION)
                    .flatMap(
                        contender ->
                            Stream.of(Operation.values())
                                .map(operation -> new Cell(contender, workload, operation))))
        .toList();
  }
}
