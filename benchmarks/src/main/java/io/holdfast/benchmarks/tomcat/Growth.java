package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.BarChart.Bar;
import io.holdfast.benchmarks.tomcat.Pasture.Keeper;
import io.holdfast.benchmarks.tomcat.Pasture.Look;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets sessions, their size, the nodes and the applications grow, and looks what grows with them.
 */
public final class Growth {

  private static final int MEGABYTES_FOR_SESSIONS = 1_024;
  private static final int MEGABYTES_FOR_MANY_NODES = 64;
  private static final int SESSIONS_ON_MANY_NODES = 2_000;
  private static final int SESSIONS_OF_APPLICATIONS = 2_000;

  private final Run run;
  private final Effort effort;
  private final Bench bench;
  private final StringBuilder bySessions = new StringBuilder();
  private final StringBuilder changes = new StringBuilder();
  private final StringBuilder bySize = new StringBuilder();
  private final StringBuilder byNodes = new StringBuilder();
  private final StringBuilder byApplications = new StringBuilder();
  private final Map<String, Double> plain = new HashMap<>();

  /** What the chart shows, by the titles of its panels. */
  private final Map<String, List<Bar>> bars = new LinkedHashMap<>();

  Growth(Run run) {
    this.run = run;
    this.effort = run.effort(Effort.FULL, Effort.BRIEF, Effort.QUICK);
    this.bench = new Bench(run.root(), effort.heap);
  }

  /**
   * How far it is gone.
   *
   * @param sessions of a kilobyte in one Tomcat, growing
   * @param heap of that Tomcat, as {@code -Xmx} wants it
   * @param kilobytes of one session, growing
   * @param heaped kilobytes of all sessions of one size together
   * @param nodes of memcached, growing
   * @param applications of one Tomcat with two nodes, growing
   */
  private record Effort(
      List<Integer> sessions,
      String heap,
      List<Integer> kilobytes,
      int heaped,
      List<Integer> nodes,
      List<Integer> applications) {

    static final Effort FULL =
        new Effort(
            List.of(1_000, 10_000, 50_000, 100_000, 200_000),
            "3g",
            List.of(1, 10, 100, 1_000),
            20_000,
            List.of(1, 2, 4, 8, 16),
            List.of(1, 10, 25, 50));
    static final Effort BRIEF =
        new Effort(
            List.of(1_000, 20_000, 100_000),
            "3g",
            List.of(1, 10, 100),
            10_000,
            List.of(1, 8),
            List.of(1, 50));
    static final Effort QUICK =
        new Effort(
            List.of(1_000, 5_000), "512m", List.of(1, 100), 2_000, List.of(1, 2), List.of(1, 5));
  }

  public static void perform(Run run) throws IOException, InterruptedException {
    Growth growth = new Growth(run);
    for (Keeper keeper : Keeper.values()) {
      growth.growSessions(keeper);
      growth.growChanged(keeper);
      growth.growSizes(keeper);
      growth.growApplications(keeper);
      if (keeper != Keeper.TOMCAT) {
        growth.growNodes(keeper);
      }
    }
    growth.write();
  }

  private void growSessions(Keeper keeper) throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(bench, keeper, new Nodes(2, MEGABYTES_FOR_SESSIONS), 1)) {
      Look before = pasture.look();
      for (int sessions : effort.sessions) {
        pasture.grow(sessions - (pasture.size() - before.sessions()), 1);
        Look look = pasture.look();
        run.row(
            bySessions,
            keeper.title(),
            "%,d".formatted(sessions),
            "%,.1f".formatted(look.heapMegabytes()),
            "%,.0f".formatted(look.heapEach(before)),
            byPlain(keeper, "sessions " + sessions, look.heapEach(before)),
            Long.toString(look.threads()),
            "%.2f".formatted(look.writesEach(before)),
            "%,d".formatted(look.items()),
            "%,.0f".formatted(look.bytes() / 1048576.0));
        draw(
            "Heap after a collection, MB, with sessions of 1 KB",
            keeper,
            sessions,
            look.heapMegabytes());
        draw("Threads of the Tomcat, with sessions of 1 KB", keeper, sessions, look.threads());
      }
    }
  }

  /** By itself: what changes leave in the heap is not what sessions take. */
  private void growChanged(Keeper keeper) throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(bench, keeper, new Nodes(2, MEGABYTES_FOR_SESSIONS), 1)) {
      for (int sessions : effort.sessions) {
        if (sessions > pasture.size()) {
          pasture.grow(sessions - pasture.size(), 1);
        }
        double micros = pasture.changeMicros();
        run.row(changes, keeper.title(), "%,d".formatted(pasture.size()), "%.0f".formatted(micros));
        draw(
            "Processor time of a change, µs, with sessions of 1 KB",
            keeper,
            pasture.size(),
            micros);
      }
    }
  }

  private void growSizes(Keeper keeper) throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(bench, keeper, new Nodes(2, MEGABYTES_FOR_SESSIONS), 1)) {
      for (int kilobytes : effort.kilobytes) {
        int sessions = Math.max(1, effort.heaped / kilobytes);
        Look before = pasture.look();
        pasture.grow(sessions, kilobytes);
        Look idle = pasture.look();
        pasture.modify(sessions);
        long writesOfChange = pasture.writes() - idle.writes();
        run.row(
            bySize,
            keeper.title(),
            "%,d".formatted(kilobytes),
            "%,.0f".formatted(idle.heapEach(before)),
            byPlain(keeper, "size " + kilobytes, idle.heapEach(before)),
            "%,.0f".formatted(idle.bytesEach(before)),
            "%.2f".formatted(idle.writesEach(before)),
            "%.2f".formatted((double) writesOfChange / sessions));
        draw(
            "Heap of one session, KB, with KB of attributes",
            keeper,
            kilobytes,
            idle.heapEach(before) / 1_024);
      }
    }
  }

  private void growNodes(Keeper keeper) throws IOException, InterruptedException {
    for (int number : effort.nodes) {
      try (Pasture pasture =
          new Pasture(bench, keeper, new Nodes(number, MEGABYTES_FOR_MANY_NODES), 1)) {
        Look before = pasture.look();
        pasture.grow(SESSIONS_ON_MANY_NODES, 1);
        Look look = pasture.look();
        double micros = pasture.changeMicros();
        run.row(
            byNodes,
            keeper.title(),
            "%,d".formatted(number),
            "%.1f".formatted(look.heapMegabytes()),
            Long.toString(look.threads()),
            Long.toString(look.connections()),
            "%.2f".formatted(look.writesEach(before)),
            "%.0f".formatted(micros));
        draw("Threads of the Tomcat, with nodes", keeper, number, look.threads());
        draw("Processor time of a change, µs, with nodes", keeper, number, micros);
      }
    }
  }

  private void growApplications(Keeper keeper) throws IOException, InterruptedException {
    for (int number : effort.applications) {
      try (Pasture pasture =
          new Pasture(bench, keeper, new Nodes(2, MEGABYTES_FOR_SESSIONS), number)) {
        pasture.grow(SESSIONS_OF_APPLICATIONS, 1);
        Look look = pasture.look();
        double micros = pasture.changeMicros();
        run.row(
            byApplications,
            keeper.title(),
            "%,d".formatted(number),
            "%.1f".formatted(look.heapMegabytes()),
            byPlain(keeper, "applications " + number, look.heapMegabytes()),
            Long.toString(look.threads()),
            Long.toString(look.connections()),
            "%.0f".formatted(micros));
        draw("Threads of the Tomcat, with applications", keeper, number, look.threads());
        draw("Processor time of a change, µs, with applications", keeper, number, micros);
      }
    }
  }

  /**
   * A figure divided by that of Tomcat's own manager at the same place; empty for its own, which is
   * to be told first.
   */
  String byPlain(Keeper keeper, String place, double figure) {
    if (keeper == Keeper.TOMCAT) {
      plain.put(place, figure);
      return "";
    }
    return "%.2f".formatted(figure / plain.getOrDefault(place, Double.NaN));
  }

  private void draw(String panel, Keeper keeper, int grown, Number figure) {
    bars.computeIfAbsent(panel, any -> new ArrayList<>())
        .add(
            new Bar(
                "%s, %,d".formatted(keeper.title(), grown),
                figure.doubleValue(),
                "%,.0f".formatted(figure.doubleValue()),
                keeper != Keeper.TOMCAT));
  }

  private void write() throws IOException {
    BarChart chart = new BarChart();
    bars.forEach(chart::panel);
    run.image("growth.svg", chart);
    try (Nodes nodes = new Nodes()) {
      run.write(
          Run.BENCHMARKS,
          run.section()
              .with("versions", bench.versions(nodes))
              .with("sessions", bySessions)
              .with("changes", changes)
              .with("sizes", bySize)
              .with("nodes", byNodes)
              .with("applications", byApplications));
    }
  }
}
