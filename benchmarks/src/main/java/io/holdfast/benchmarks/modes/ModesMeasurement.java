package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.benchmarks.load.Cell;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.ManagersChart;
import io.holdfast.benchmarks.load.NodesStore;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Site;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.benchmarks.load.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares the modes. Their Tomcats run side by side and are asked in turn, so that whatever else
 * the machine does meets all of them.
 */
final class ModesMeasurement {

  static final List<Page> PAGES =
      List.of(
          Page.STATELESS,
          Page.STATEFULL,
          Page.LISTLIGHT,
          Page.MODIFY_1,
          Page.READ_10,
          Page.MODIFY_10);

  private final Bench bench = Bench.fromProperties();
  private final Effort effort;
  private final Figures figures = new Figures(Mode.PLAIN);
  private final Progress progress;

  private ModesMeasurement(Effort effort) {
    this.effort = effort;
    int cells = Mode.values().length * PAGES.size();
    this.progress = new Progress("modes", cells * (effort.rounds() + 1));
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    new ModesMeasurement(quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run modes --quick" : "benchmarks/run modes");
  }

  private void run(String command) throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    Map<Mode, Site> sites = new EnumMap<>(Mode.class);
    try (Nodes nodes = new Nodes()) {
      try {
        open(sites, nodes);
        warmUp(sites);
        for (int round = 1; round <= effort.rounds(); round++) {
          takeTurns(sites, round);
        }
      } finally {
        close(sites);
      }
      write(WebAppContext.describe(bench, nodes, command, loadBefore));
    }
  }

  private void open(Map<Mode, Site> sites, Nodes nodes) throws IOException {
    for (Mode mode : Mode.values()) {
      Store store = NodesStore.writes(nodes);
      sites.put(mode, new Site(mode.start(bench, nodes), store, effort.users()));
      progress.say("started: " + mode.title());
    }
  }

  private void warmUp(Map<Mode, Site> sites) throws IOException, InterruptedException {
    for (Page page : PAGES) {
      for (Mode mode : Mode.values()) {
        Turn turn = ask(sites, new Cell(mode, page), effort.warmUp());
        progress.step("warming up, " + describe(new Cell(mode, page), turn));
      }
    }
  }

  private void takeTurns(Map<Mode, Site> sites, int round)
      throws IOException, InterruptedException {
    List<Mode> order = new ArrayList<>(List.of(Mode.values()));
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    for (Page page : PAGES) {
      for (Mode mode : order) {
        Cell cell = new Cell(mode, page);
        Turn turn = ask(sites, cell, effort.turn());
        figures.add(cell, turn);
        progress.step("round %d, %s".formatted(round, describe(cell, turn)));
      }
    }
  }

  private static Turn ask(Map<Mode, Site> sites, Cell cell, Duration time)
      throws IOException, InterruptedException {
    Turn turn = Objects.requireNonNull(sites.get(cell.manager())).ask(cell.page(), time);
    if (turn.wrong() > 0) {
      throw new IOException("%s: %d wrong answers".formatted(describe(cell, turn), turn.wrong()));
    }
    return turn;
  }

  private static String describe(Cell cell, Turn turn) {
    return "%s, %s: %,.0f requests/s, %.0f µs"
        .formatted(
            cell.page().title(), cell.manager().title(), turn.throughput(), turn.cpuMicros());
  }

  private static void close(Map<Mode, Site> sites) throws IOException {
    for (Site site : sites.values()) {
      site.close();
    }
  }

  private void write(String surroundings) throws IOException {
    Path images = bench.root().resolve("docs/images");
    ManagersChart chart = new ManagersChart(figures, List.of(Mode.values()), PAGES);
    Files.writeString(
        images.resolve(ModesSection.THROUGHPUT_IMAGE),
        chart.of(Turn::throughput, "requests a second", "%,.0f"));
    Files.writeString(
        images.resolve(ModesSection.CPU_IMAGE),
        chart.of(Turn::cpuMicros, "µs for each request", "%.1f"));
    MeasurementsDocument.ofBenchmarks(bench.root())
        .replace("modes", new ModesSection(figures, effort, surroundings).toString());
    progress.say("see docs/benchmarks.md");
  }
}
