package io.holdfast.benchmarks.growth;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.benchmarks.growth.Figures.Noded;
import io.holdfast.benchmarks.growth.Figures.Sized;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Lets sessions, their size and the nodes grow, and looks what grows with them. */
final class GrowthMeasurement {

  private static final int MEGABYTES_FOR_SESSIONS = 1_024;
  private static final int MEGABYTES_FOR_MANY_NODES = 64;
  private static final int WARM_UP = 2_000;
  private static final int SESSIONS_ON_MANY_NODES = 2_000;
  private static final List<Keeper> OURS = List.of(Keeper.STICKY, Keeper.ANYWHERE);

  private final Effort effort;
  private final Bench bench;
  private final Figures figures = new Figures();
  private final Progress progress;

  private GrowthMeasurement(Effort effort) {
    this.effort = effort;
    this.bench = Bench.fromProperties().withHeap(effort.heap());
    int each = effort.sessions().size() + effort.kilobytes().size();
    this.progress =
        new Progress("growth", Keeper.values().length * each + OURS.size() * effort.nodes().size());
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    boolean quick = List.of(arguments).contains("--quick");
    new GrowthMeasurement(quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run growth --quick" : "benchmarks/run growth");
  }

  private void run(String command) throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    for (Keeper keeper : Keeper.values()) {
      growSessions(keeper);
      growSizes(keeper);
    }
    for (Keeper keeper : OURS) {
      growNodes(keeper);
    }
    String surroundings;
    try (Nodes nodes = new Nodes()) {
      surroundings = WebAppContext.describe(bench, nodes, command, loadBefore);
    }
    GrowthSection section = new GrowthSection(figures, surroundings);
    Files.writeString(
        bench.root().resolve("docs/images").resolve(GrowthSection.IMAGE), GrowthChart.of(figures));
    MeasurementsDocument.ofBenchmarks(bench.root()).replace("growth", section.toString());
    progress.say("see docs/benchmarks.md");
  }

  private void growSessions(Keeper keeper) throws IOException, InterruptedException {
    try (Nodes nodes = new Nodes(2, MEGABYTES_FOR_SESSIONS);
        Herd herd = new Herd(keeper.start(bench, nodes), nodes, keeper.copies(2))) {
      warmUp(herd);
      Look last = herd.look();
      figures.add(keeper, last);
      for (int sessions : effort.sessions()) {
        herd.grow(sessions - (last.sessions() - 2 * WARM_UP), "/fill?kb=1");
        last = herd.look();
        figures.add(keeper, last);
        progress.step(
            "%s, %,d sessions: %,d KB of heap, %d threads"
                .formatted(keeper.title(), sessions, last.heap() >> 10, last.threads()));
      }
    }
  }

  /**
   * All classes are loaded, all pools filled, and idle sessions have been looked after: what that
   * leaves behind goes with the next requests.
   */
  private static void warmUp(Herd herd) throws IOException, InterruptedException {
    herd.grow(WARM_UP, "/fill?kb=1");
    for (int time = 0; time < 5; time++) {
      herd.ask(WARM_UP, "/modify");
    }
    var unused = herd.look();
    herd.grow(WARM_UP, "/fill?kb=1");
  }

  private void growSizes(Keeper keeper) throws IOException, InterruptedException {
    try (Nodes nodes = new Nodes(2, MEGABYTES_FOR_SESSIONS);
        Herd herd = new Herd(keeper.start(bench, nodes), nodes, keeper.copies(2))) {
      warmUp(herd);
      for (int kilobytes : effort.kilobytes()) {
        int sessions = Math.max(1, effort.heaped() / kilobytes);
        Look before = herd.look();
        herd.grow(sessions, "/fill?kb=" + kilobytes);
        Look idle = herd.look();
        herd.ask(sessions, "/modify");
        Sized sized = new Sized(before, idle, herd.look());
        figures.addSize(keeper, kilobytes, sized);
        progress.step(
            "%s, %,d sessions of %,d KB: %,.0f bytes of heap each"
                .formatted(keeper.title(), sessions, kilobytes, idle.heapEach(before)));
      }
    }
  }

  private void growNodes(Keeper keeper) throws IOException, InterruptedException {
    for (int number : effort.nodes()) {
      try (Nodes nodes = new Nodes(number, MEGABYTES_FOR_MANY_NODES);
          Herd herd = new Herd(keeper.start(bench, nodes), nodes, keeper.copies(number))) {
        warmUp(herd);
        Look before = herd.look();
        herd.grow(SESSIONS_ON_MANY_NODES, "/fill?kb=1");
        Noded noded = new Noded(before, herd.look());
        figures.addNodes(keeper, number, noded);
        progress.step(
            "%s, %d nodes: %d threads, %d connections"
                .formatted(
                    keeper.title(), number, noded.idle().threads(), noded.idle().connections()));
      }
    }
  }
}
