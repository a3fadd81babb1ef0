package io.holdfast.benchmarks.clients;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: what was done, two tables, one chart. */
final class ClientsSection {

  static final String IMAGE = "clients.svg";

  private final Figures figures;
  private final Effort effort;
  private final String machine;
  private final String version;

  ClientsSection(Figures figures, Effort effort, String machine, String version) {
    this.figures = figures;
    this.effort = effort;
    this.machine = machine;
    this.version = version;
  }

  @Override
  public String toString() {
    return """
        ## A cache and its clients

        The experiment of BRCache: 50 to 300 clients at the same time, each of which writes %d values of
        %,d bytes under keys of its own, and then reads them; here each goes through them %d times, so that a
        turn lasts long enough to be timed. Operations a second of all clients together, the best of %d
        rounds, in which everybody takes turns. Each client waits for the answer to each operation. "Plain
        sockets" has a connection for each client and knows nothing but the protocol. "spymemcached" is the
        library as one uses it, one client for the whole program. "Holdfast's store" is what sessions go
        through: choice of the node, breaker, deadlines, limits, counters, on that library. The cache server in
        Java is the one that the tests use where there is no memcached, in a process of its own; it is made to
        be simple, not fast.

        Published were 70,000 to more than 200,000 operations a second, on a machine with more processors;
        here clients, servers and the measurement share two.

        Beside spymemcached alone, in the same rounds, median: Holdfast's store does %.2f times as many writes
        and %.2f times as many reads in a second, and takes %.2f times the processor time for a write, %.2f
        times for a read. Aimed at: at least 0.9, at most 1.1.

        %s- JDK %s; memcached %s

        ![Operations a second](images/%s)

        Operations a second:

        %s
        Microseconds of processors that the program with the clients takes for one operation, median:

        %s
        """
        .formatted(
            Rush.VALUES,
            Rush.SIZE,
            effort.repeats(),
            effort.rounds(),
            figures.byLibrary(Operation.WRITE, Result::rate),
            figures.byLibrary(Operation.READ, Result::rate),
            figures.byLibrary(Operation.WRITE, Result::micros),
            figures.byLibrary(Operation.READ, Result::micros),
            machine,
            System.getProperty("java.runtime.version", "unknown"),
            version,
            IMAGE,
            table(Stream.of(Way.values()), cell -> "%,.0f".formatted(figures.best(cell))),
            table(Way.CLIENTS.stream(), cell -> "%.1f".formatted(figures.micros(cell))));
  }

  private static String table(Stream<Way> ways, Function<Cell, String> figure) {
    return line("", "", clients -> clients + " clients")
        + line("---", "---", clients -> "---:")
        + ways.flatMap(way -> Stream.of(Operation.values()).map(it -> row(way, it, figure)))
            .collect(Collectors.joining());
  }

  private static String row(Way way, Operation operation, Function<Cell, String> figure) {
    return line(
        way.title(), operation.title(), clients -> figure.apply(new Cell(way, clients, operation)));
  }

  private static String line(String first, String second, Function<Integer, String> content) {
    return Figures.CLIENTS.stream()
        .map(content)
        .collect(Collectors.joining(" | ", "| " + first + " | " + second + " | ", " |\n"));
  }
}
