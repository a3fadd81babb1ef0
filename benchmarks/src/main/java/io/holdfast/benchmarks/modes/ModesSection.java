package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.load.Aims;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.ManagersTable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: tables and charts. */
final class ModesSection {

  static final String THROUGHPUT_IMAGE = "modes-throughput.svg";
  static final String CPU_IMAGE = "modes-cpu.svg";

  private final ManagersTable table;
  private final Effort effort;
  private final String surroundings;

  ModesSection(Figures figures, Effort effort, String surroundings) {
    this.table = new ManagersTable(figures, List.of(Mode.values()), ModesMeasurement.PAGES);
    this.effort = effort;
    this.surroundings = surroundings;
  }

  @Override
  public String toString() {
    return """
        ## What each mode costs

        %d users, each with a connection and cookies of their own, ask for one page for %s s, again as soon
        as an answer is there. There is one Tomcat for each mode; each has served each page for %s s before.
        They take turns: one page on all of them, then the next page, %d rounds of that, every second one
        in the other order. An answer that is not the session's own page ends the run.

        "stateless" asks for no session, "statefull" counts, "listlight" adds an id to a list of at most a
        hundred; "modified" changes one attribute of about 1 KB in place and sets it again, "read" gets
        all ten. The first row is Tomcat's own manager, which stores nothing; the others are divided by what it
        did in the same round: median, with the least and the most. The modes are

        %s
        %s
        ### Requests a second

        Up to the last backup that waited.

        ![Requests a second](images/%s)

        %s
        ### Processor time of the Tomcat for each request

        All threads of the process, backups and garbage collection included. This is the steadier figure:
        users, Tomcat and nodes share the processors.

        ![Processor time for each request](images/%s)

        %s
        ### What a user waits

        Half of the answers, and 99 of 100, came within.

        %s
        ### What goes to the nodes

        Writes of any kind, and bytes sent, for each request. Below one write for a change: while a backup
        waits, the next one of its session takes its place.

        %s
        """
        .formatted(
            effort.users(),
            seconds(effort.turn().toMillis()),
            seconds(effort.warmUp().toMillis()),
            effort.rounds(),
            modes(),
            surroundings,
            THROUGHPUT_IMAGE,
            table.throughput(),
            CPU_IMAGE,
            table.cpu() + aims(),
            table.latencies(),
            table.traffic());
  }

  private static String seconds(long millis) {
    return millis % 1000 == 0 ? Long.toString(millis / 1000) : "%.1f".formatted(millis / 1000.0);
  }

  private static String modes() {
    return Stream.of(Mode.values())
        .filter(mode -> !mode.attributes().isEmpty())
        .map(mode -> "- %s: `%s`\n".formatted(mode.title(), mode.attributes()))
        .collect(Collectors.joining());
  }

  private String aims() {
    return table.aims(Mode.STICKY_ASYNC, Aims.STICKY_ASYNC)
        + table.aims(Mode.STICKY_SYNC, Aims.STICKY_SYNC)
        + table.aims(Mode.OPTIMISTIC, Aims.OPTIMISTIC);
  }
}
