package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares sessions and stateful beans, with our manager and without. Their servers run side by
 * side and are asked in turn, so that whatever else the machine does meets all of them.
 */
final class BeansMeasurement {

  private static final int ABANDONED = 50;

  private final Path root;
  private final Effort effort;
  private final Figures figures = new Figures();
  private final Map<Kind, Abandonment> abandoned = new EnumMap<>(Kind.class);
  private final Progress progress;

  private BeansMeasurement(Path root, Effort effort) {
    this.root = root;
    this.effort = effort;
    int servers = Keeper.values().length * Kind.values().length;
    this.progress = new Progress("beans", servers * (1 + effort.rounds() * effort.users().size()));
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    new BeansMeasurement(root, quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run beans --quick" : "benchmarks/run beans");
  }

  private void run(String command) throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    Map<Server, Site> sites = new LinkedHashMap<>();
    try {
      open(sites);
      for (Map.Entry<Server, Site> site : sites.entrySet()) {
        int users = Collections.max(effort.users());
        Turn turn = site.getValue().ask(users, effort.warmUp());
        progress.step("warming up, " + describe(new Cell(site.getKey(), users), turn));
      }
      for (int round = 1; round <= effort.rounds(); round++) {
        takeTurns(sites, round);
      }
      abandon(sites);
      String versions = sites.values().iterator().next().versions();
      write(WebAppContext.machine(command, loadBefore), versions);
    } finally {
      sites.values().forEach(Site::close);
    }
  }

  private void open(Map<Server, Site> sites) throws IOException {
    Application application =
        new Application(root, System.getProperty("holdfast.version", "unknown"));
    String classPath = application.server();
    for (Kind kind : Kind.values()) {
      for (Keeper keeper : Keeper.values()) {
        Server server = new Server(keeper, kind);
        Path directory = root.resolve("benchmarks/target/beans");
        sites.put(server, Site.open(server, application, classPath, directory));
        progress.say("started: " + server.title());
      }
    }
  }

  /** Every second round in the other order. */
  private void takeTurns(Map<Server, Site> sites, int round)
      throws IOException, InterruptedException {
    List<Map.Entry<Server, Site>> order = new ArrayList<>(sites.entrySet());
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    for (int users : effort.users()) {
      for (Map.Entry<Server, Site> site : order) {
        Cell cell = new Cell(site.getKey(), users);
        Turn turn = site.getValue().ask(users, effort.turn());
        figures.add(cell, turn);
        progress.step("round %d, %s".formatted(round, describe(cell, turn)));
      }
    }
  }

  private void abandon(Map<Server, Site> sites) throws IOException {
    for (Map.Entry<Server, Site> site : sites.entrySet()) {
      if (site.getKey().keeper() == Keeper.HOLDFAST) {
        Abandonment seen = site.getValue().abandon(ABANDONED);
        abandoned.put(site.getKey().kind(), seen);
        progress.say(
            "%s: %d abandoned sessions were gone after %.1f s"
                .formatted(site.getKey().kind().title(), seen.sessions(), seen.seconds()));
      }
    }
  }

  private static String describe(Cell cell, Turn turn) {
    return "%s, %d users: %,.0f requests/s, %.0f µs"
        .formatted(cell.server().title(), cell.users(), turn.rate(), turn.cpuMicros());
  }

  private void write(String machine, String versions) throws IOException {
    Files.writeString(
        root.resolve("docs/images").resolve(BeansSection.IMAGE), BeansChart.of(figures, effort));
    MeasurementsDocument.ofBenchmarks(root)
        .replace(
            "beans", new BeansSection(figures, effort, abandoned, machine, versions).toString());
    progress.say("see docs/benchmarks.md");
  }
}
