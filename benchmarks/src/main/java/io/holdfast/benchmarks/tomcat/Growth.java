package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.BarChart.Bar;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.tomcat.Pasture.Figure;
import io.holdfast.benchmarks.tomcat.Pasture.Keeper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets sessions, their size, the nodes and the applications grow, and looks what grows with them.
 */
public final class Growth {

  private static final int MEGABYTES_FOR_SESSIONS = 1_024;
  private static final int MEGABYTES_FOR_MANY_NODES = 64;

  /** Sessions where something else grows. */
  private static final int USUAL = 2_000;

  private static final String SESSIONS = "sessions";
  private static final String KILOBYTES = "KB";
  private static final String NODES = "nodes";
  private static final String APPLICATIONS = "applications";

  private final Run run;
  private final Bench bench;
  private final List<Row> rows = new ArrayList<>();

  private Growth(Run run, Bench bench) {
    this.run = run;
    this.bench = bench;
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

  /**
   * What was seen of one Tomcat.
   *
   * @param what grows, as its table calls it
   * @param grown how much there was of it
   */
  record Row(String what, Keeper keeper, int grown, Map<Figure, Double> seen) {

    double get(Figure figure) {
      return seen.getOrDefault(figure, Double.NaN);
    }

    /** By the titles of their columns. */
    Map<String, String> cells() {
      Map<String, String> cells = new LinkedHashMap<>();
      cells.put("", keeper.title());
      cells.put(what, "%,d".formatted(grown));
      seen.forEach((figure, value) -> cells.put(figure.toString(), figure.shown(value)));
      return cells;
    }
  }

  public static void perform(Run run) throws IOException, InterruptedException {
    Effort effort = run.effort(Effort.FULL, Effort.BRIEF, Effort.QUICK);
    Growth growth = new Growth(run, new Bench(run.root(), effort.heap));
    for (Keeper keeper : Keeper.values()) {
      for (int kilobytes : effort.kilobytes) {
        int sessions = Math.max(1, effort.heaped / kilobytes);
        growth.see(KILOBYTES, keeper, kilobytes, two(), 1, sessions, kilobytes);
      }
      if (keeper.isOfSizes()) {
        continue;
      }
      for (int sessions : effort.sessions) {
        growth.see(SESSIONS, keeper, sessions, two(), 1, sessions, 1);
      }
      for (int applications : effort.applications) {
        growth.see(APPLICATIONS, keeper, applications, two(), applications, USUAL, 1);
      }
      for (int number : keeper == Keeper.TOMCAT ? List.<Integer>of() : effort.nodes) {
        Nodes nodes = new Nodes(number, MEGABYTES_FOR_MANY_NODES);
        growth.see(NODES, keeper, number, nodes, 1, USUAL, 1);
      }
    }
    run.image("growth.svg", chart(growth.rows));
    try (Nodes nodes = two()) {
      run.write(
          Run.BENCHMARKS,
          section(run.section(), growth.rows).with("versions", growth.bench.versions(nodes)));
    }
  }

  private static Nodes two() {
    return new Nodes(2, MEGABYTES_FOR_SESSIONS);
  }

  private void see(
      String what,
      Keeper keeper,
      int grown,
      Nodes nodes,
      int applications,
      int sessions,
      int kilobytes)
      throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(bench, keeper, nodes, applications)) {
      Row row = new Row(what, keeper, grown, pasture.see(sessions, kilobytes));
      compare(row, rows);
      rows.add(row);
      run.say(row.cells().toString());
    }
  }

  /** Adds what the heap is beside that of Tomcat's own manager, which was seen before if at all. */
  static void compare(Row row, List<Row> rows) {
    rows.stream()
        .filter(plain -> plain.what.equals(row.what) && plain.grown == row.grown)
        .filter(plain -> plain.keeper == Keeper.TOMCAT)
        .forEach(
            plain -> {
              row.seen.put(Figure.HEAP_BY_PLAIN, row.get(Figure.HEAP) / plain.get(Figure.HEAP));
              row.seen.put(
                  Figure.HEAP_EACH_BY_PLAIN,
                  row.get(Figure.HEAP_EACH) / plain.get(Figure.HEAP_EACH));
            });
  }

  static Section section(Section section, List<Row> rows) {
    return section
        .withRows("sessions", cells(rows, SESSIONS))
        .withRows("changes", cells(rows, SESSIONS))
        .withRows("sizes", cells(rows, KILOBYTES))
        .withRows("nodes", cells(rows, NODES))
        .withRows("applications", cells(rows, APPLICATIONS));
  }

  private static List<Map<String, String>> cells(List<Row> rows, String what) {
    return rows.stream().filter(row -> row.what.equals(what)).map(Row::cells).toList();
  }

  private static BarChart chart(List<Row> rows) {
    BarChart chart = new BarChart();
    draw(rows, SESSIONS, chart, Figure.HEAP, Figure.THREADS, Figure.MICROS_OF_CHANGE);
    draw(rows, KILOBYTES, chart, Figure.HEAP_EACH);
    draw(rows, NODES, chart, Figure.THREADS, Figure.MICROS_OF_CHANGE);
    draw(rows, APPLICATIONS, chart, Figure.THREADS, Figure.MICROS_OF_CHANGE);
    return chart;
  }

  private static void draw(List<Row> rows, String what, BarChart into, Figure... figures) {
    for (Figure figure : figures) {
      into.panel(
          "%s, with %s".formatted(figure, what),
          rows.stream()
              .filter(row -> row.what.equals(what))
              .map(
                  row ->
                      new Bar(
                          "%s, %,d".formatted(row.keeper.title(), row.grown),
                          row.get(figure),
                          figure.shown(row.get(figure)),
                          row.keeper != Keeper.TOMCAT))
              .toList());
    }
  }
}
