package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.benchmarks.load.Cell;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.ManagersChart;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares our manager with others. Their Tomcats run side by side and are asked in turn, so that
 * whatever else the machine does meets all of them. What one of them cannot do is noted, and the
 * others go on.
 */
final class PeersMeasurement {

  /** Those of the page that published the figures of 2010. */
  static final List<Page> PUBLISHED =
      List.of(Page.STATELESS, Page.SESSION, Page.STATEFULL, Page.LISTLIGHT);

  /** Those whose processor time is drawn. */
  private static final List<Page> DRAWN =
      List.of(
          Page.STATELESS,
          Page.STATEFULL,
          Page.LISTLIGHT,
          Page.READ_10,
          Page.MODIFY_10,
          Page.MODIFY_100);

  private final Bench bench = Bench.fromProperties();
  private final Effort effort;
  private final Results results = new Results();
  private final Progress progress;
  private final Map<Contender, Entrant> entrants = new EnumMap<>(Contender.class);

  private PeersMeasurement(Effort effort) {
    this.effort = effort;
    int pages = Page.values().length + PUBLISHED.size();
    this.progress =
        new Progress("peers", Contender.values().length * (pages * (effort.rounds() + 1) + 2));
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    new PeersMeasurement(quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run peers --quick" : "benchmarks/run peers");
  }

  private void run(String command) throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    try {
      open();
      measure("users", results.users(), List.of(Page.values()), this::warmUp, this::ask);
      lookBehind();
      measure("visitors", results.visitors(), PUBLISHED, this::firstVisits, this::visit);
      entrants.forEach(
          (contender, entrant) -> results.complaints().put(contender, entrant.complaints()));
    } finally {
      close();
    }
    write(WebAppContext.machine(command, loadBefore) + Versions.describe(bench));
  }

  private void open() {
    for (Contender contender : Contender.values()) {
      try {
        entrants.put(contender, Entrant.open(contender, bench, effort.users()));
        progress.step("started: " + contender.title());
      } catch (IOException | RuntimeException e) {
        results.fail(contender.title(), e);
        progress.step(contender.title() + " does not start: " + e.getMessage());
      }
    }
  }

  /** One turn of an entrant on a page. */
  @FunctionalInterface
  private interface Load {
    Turn put(Entrant entrant, Page page) throws IOException, InterruptedException;
  }

  private Turn warmUp(Entrant entrant, Page page) throws IOException, InterruptedException {
    return entrant.ask(page, effort.warmUp());
  }

  private Turn ask(Entrant entrant, Page page) throws IOException, InterruptedException {
    return entrant.ask(page, effort.turn());
  }

  /** The pages are warm already; what is not is the making of connections and sessions. */
  private Turn firstVisits(Entrant entrant, Page page) throws IOException, InterruptedException {
    return entrant.visit(page, effort.visitors(), effort.visits() / 4);
  }

  private Turn visit(Entrant entrant, Page page) throws IOException, InterruptedException {
    return entrant.visit(page, effort.visitors(), effort.visits());
  }

  private void measure(String who, Figures figures, List<Page> pages, Load warmUp, Load load)
      throws InterruptedException {
    List<Contender> order = new ArrayList<>(entrants.keySet());
    for (int round = 0; round <= effort.rounds(); round++) {
      for (Page page : pages) {
        for (Contender contender : order) {
          Cell cell = new Cell(contender, page);
          String what = "%s, %s, %s".formatted(contender.title(), who, page.title());
          if (round == 0) {
            turn(what, "warming up", warmUp, cell);
          } else {
            Turn turn = turn(what, "round " + round, load, cell);
            if (turn != null) {
              figures.add(cell, turn);
            }
          }
        }
      }
      Collections.reverse(order);
    }
  }

  private @Nullable Turn turn(String what, String when, Load load, Cell cell)
      throws InterruptedException {
    Entrant entrant = entrants.get(cell.manager());
    if (results.hasFailed(what) || entrant == null) {
      progress.step(what + " is left out");
      return null;
    }
    try {
      Turn turn = load.put(entrant, cell.page());
      progress.step(
          "%s, %s: %,.0f requests/s, %.0f µs"
              .formatted(when, what, turn.throughput(), turn.cpuMicros()));
      return turn;
    } catch (IOException | RuntimeException e) {
      results.fail(what, e);
      progress.step("%s, %s failed: %s".formatted(when, what, e.getMessage()));
      return null;
    }
  }

  private void lookBehind() {
    entrants.forEach(
        (contender, entrant) -> {
          try {
            Behind behind = entrant.behind();
            results.behind().put(contender, behind);
            progress.step("%s: %s".formatted(contender.title(), behind));
          } catch (IOException | RuntimeException e) {
            results.fail(contender.title() + ", on another Tomcat", e);
            progress.step(contender.title() + " on another Tomcat failed: " + e.getMessage());
          }
        });
  }

  private void close() throws IOException {
    for (Entrant entrant : entrants.values()) {
      entrant.close();
    }
  }

  private void write(String surroundings) throws IOException {
    Path images = bench.root().resolve("docs/images");
    List<Contender> all = List.of(Contender.values());
    Files.writeString(
        images.resolve(PeersSection.PUBLISHED_IMAGE),
        new ManagersChart(results.visitors(), all, PUBLISHED)
            .of(Turn::throughput, "requests a second", "%,.0f"));
    Files.writeString(
        images.resolve(PeersSection.CPU_IMAGE),
        new ManagersChart(results.users(), all, DRAWN)
            .of(Turn::cpuMicros, "µs for each request", "%.1f"));
    MeasurementsDocument.ofBenchmarks(bench.root())
        .replace("peers", new PeersSection(results, effort, surroundings).toString());
    progress.say("see docs/benchmarks.md");
  }
}
