package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Rest;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.report.LineChart;
import io.holdfast.benchmarks.report.LineChart.Line;
import io.holdfast.benchmarks.report.LineChart.Point;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets sessions, their size and the nodes grow, and looks what grows with them. */
public final class Growth {

  private static final int MEGABYTES_FOR_SESSIONS = 1_024;
  private static final int MEGABYTES_FOR_MANY_NODES = 64;
  private static final int WARM_UP = 2_000;
  private static final int SESSIONS_ON_MANY_NODES = 2_000;

  /** Tomcat may stand still for seconds while it collects a heap of gigabytes. */
  private static final Duration STORED = Duration.ofMinutes(1);

  private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Of the heap, one part of so many. */
  private static final int LITTLE = 200;

  private final Run run;
  private final Effort effort;
  private final Bench bench;
  private final StringBuilder bySessions = new StringBuilder();
  private final StringBuilder bySize = new StringBuilder();
  private final StringBuilder byNodes = new StringBuilder();
  private final Map<String, Double> plain = new HashMap<>();

  private final Map<Panel, Map<Keeper, List<Point>>> curves = new EnumMap<>(Panel.class);

  Growth(Run run) {
    this.run = run;
    this.effort = run.effort(Effort.FULL, Effort.QUICK);
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
   */
  private record Effort(
      List<Integer> sessions,
      String heap,
      List<Integer> kilobytes,
      int heaped,
      List<Integer> nodes) {

    /** About five minutes. */
    static final Effort FULL =
        new Effort(
            List.of(1_000, 10_000, 50_000, 100_000, 200_000),
            "3g",
            List.of(1, 10, 100, 1_000),
            20_000,
            List.of(1, 2, 4, 8, 16));

    /** About a minute. */
    static final Effort QUICK =
        new Effort(
            List.of(1_000, 5_000, 10_000), "512m", List.of(1, 10, 100), 2_000, List.of(1, 2, 4));
  }

  /** Who keeps the sessions; the first is the one that the others are compared with. */
  enum Keeper {
    TOMCAT(Mode.PLAIN.toString(), "", 0),
    STICKY("sticky", "sticky=\"true\"", 1),
    /** Idle from the first look on: a user's sessions are that after a minute. */
    NON_STICKY(
        "non-sticky", "sticky=\"false\" maxIdleDecoded=\"0\" processExpiresFrequency=\"1\"", 2);

    private final String title;
    private final String attributes;

    /** How often each session lies on the nodes, if there are as many. */
    private final int copies;

    Keeper(String title, String attributes, int copies) {
      this.title = title;
      this.attributes = attributes;
      this.copies = copies;
    }
  }

  /** What the chart shows, from top to bottom. */
  private enum Panel {
    HEAP("Heap after a collection, MB", "sessions of 1 KB"),
    WRITES("Writes to the nodes", "sessions of 1 KB"),
    THREADS("Threads of the Tomcat", "sessions of 1 KB"),
    HEAP_OF_ONE("Heap of one session, KB", "KB of attributes"),
    THREADS_BY_NODES("Threads of the Tomcat by nodes", "nodes");

    private final String title;

    /** The unit of the horizontal axis. */
    private final String across;

    Panel(String title, String across) {
      this.title = title;
      this.across = across;
    }
  }

  /**
   * What was seen of a Tomcat and its nodes when nobody asked for anything.
   *
   * @param sessions that the Tomcat has
   * @param heap bytes in use after a full collection
   * @param threads of the process
   * @param writes that the nodes have counted since they started
   * @param items that they hold
   * @param bytes that these take
   * @param connections that clients have to them, without the one that asks
   */
  record Look(
      int sessions,
      long heap,
      long threads,
      long writes,
      long items,
      long bytes,
      long connections) {

    /** Bytes of heap for each session that came since another look. */
    double heapEach(Look before) {
      return (double) (heap - before.heap) / (sessions - before.sessions);
    }

    /** Writes for each session that came since another look. */
    double writesEach(Look before) {
      return (double) (writes - before.writes) / (sessions - before.sessions);
    }

    /** Bytes on the nodes for each session that came since another look. */
    double bytesEach(Look before) {
      return (double) (bytes - before.bytes) / (sessions - before.sessions);
    }

    double heapMegabytes() {
      return heap / 1048576.0;
    }
  }

  /** A Tomcat with its nodes and its sessions. */
  private final class Pasture implements AutoCloseable {
    private final Nodes nodes;
    private final TomcatProcess tomcat;
    private final Herd herd;
    private final int copies;
    private final Rest rest;

    /** Starts it and makes it warm: all classes are loaded, all pools filled. */
    Pasture(Keeper keeper, int number, int megabytes) throws IOException, InterruptedException {
      this.nodes = new Nodes(number, megabytes);
      this.tomcat = bench.start(nodes, keeper.attributes);
      this.herd = new Herd(tomcat);
      this.copies = Math.min(keeper.copies, number);
      this.rest =
          new Rest(this::writes, System::nanoTime, () -> LockSupport.parkNanos(PAUSE_NANOS));
      grow(WARM_UP, 1);
      for (int time = 0; time < 5; time++) {
        modify(WARM_UP);
      }
      // Idle sessions are looked after, and what that leaves behind goes with the next requests.
      var unused = look();
      grow(WARM_UP, 1);
    }

    /** Makes so many more sessions and waits until all are stored. */
    void grow(int more, int kilobytes) throws IOException, InterruptedException {
      herd.grow(more, session -> "/fill?kb=" + kilobytes);
      long stored = (long) copies * herd.size();
      Await.until("all are stored", STORED, () -> nodes.sum("curr_items") >= stored);
      var unused = rest.await();
    }

    /** Changes one attribute of each of the last so many, in place. */
    void modify(int last) throws IOException, InterruptedException {
      herd.ask(last, "/modify");
      var unused = rest.await();
    }

    private long writes() {
      return nodes.sum("cmd_set", "cmd_touch");
    }

    /** Looks at the Tomcat and its nodes. */
    Look look() throws IOException {
      return new Look(
          herd.size(),
          heapAtRest(),
          Bench.counter(tomcat.pid(), "status", "Threads"),
          writes(),
          nodes.sum("curr_items"),
          nodes.sum("bytes"),
          nodes.sum("curr_connections"));
    }

    /**
     * The heap when a collection finds nothing more: what was sent to a node is kept as long as its
     * answer might have taken.
     */
    private long heapAtRest() throws IOException {
      long before;
      long heap = Bench.heapBytes(tomcat);
      do {
        before = heap;
        LockSupport.parkNanos(BETWEEN_COLLECTIONS_NANOS);
        heap = Bench.heapBytes(tomcat);
      } while (heap < before - before / LITTLE);
      return heap;
    }

    @Override
    public void close() {
      tomcat.close();
      nodes.close();
    }
  }

  public static void perform(Run run) throws IOException, InterruptedException {
    Growth growth = new Growth(run);
    for (Keeper keeper : Keeper.values()) {
      growth.growSessions(keeper);
      growth.growSizes(keeper);
      if (keeper != Keeper.TOMCAT) {
        growth.growNodes(keeper);
      }
    }
    growth.write();
  }

  private void growSessions(Keeper keeper) throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(keeper, 2, MEGABYTES_FOR_SESSIONS)) {
      Look before = pasture.look();
      drawSessions(keeper, before);
      for (int sessions : effort.sessions) {
        pasture.grow(sessions - (pasture.herd.size() - before.sessions), 1);
        Look look = pasture.look();
        run.row(
            bySessions,
            keeper.title,
            "%,d".formatted(sessions),
            "%,.1f".formatted(look.heapMegabytes()),
            "%,.0f".formatted(look.heapEach(before)),
            byPlain(keeper, "sessions " + sessions, look.heapEach(before)),
            Long.toString(look.threads),
            "%.2f".formatted(look.writesEach(before)),
            "%,d".formatted(look.items),
            "%,.0f".formatted(look.bytes / 1048576.0));
        drawSessions(keeper, look);
      }
    }
  }

  private void growSizes(Keeper keeper) throws IOException, InterruptedException {
    try (Pasture pasture = new Pasture(keeper, 2, MEGABYTES_FOR_SESSIONS)) {
      for (int kilobytes : effort.kilobytes) {
        int sessions = Math.max(1, effort.heaped / kilobytes);
        Look before = pasture.look();
        pasture.grow(sessions, kilobytes);
        Look idle = pasture.look();
        pasture.modify(sessions);
        long writesOfChange = pasture.writes() - idle.writes;
        run.row(
            bySize,
            keeper.title,
            "%,d".formatted(kilobytes),
            "%,.0f".formatted(idle.heapEach(before)),
            byPlain(keeper, "size " + kilobytes, idle.heapEach(before)),
            "%,.0f".formatted(idle.bytesEach(before)),
            "%.2f".formatted(idle.writesEach(before)),
            "%.2f".formatted((double) writesOfChange / sessions));
        draw(Panel.HEAP_OF_ONE, keeper, kilobytes, idle.heapEach(before) / 1_024);
      }
    }
  }

  private void growNodes(Keeper keeper) throws IOException, InterruptedException {
    for (int number : effort.nodes) {
      try (Pasture pasture = new Pasture(keeper, number, MEGABYTES_FOR_MANY_NODES)) {
        Look before = pasture.look();
        pasture.grow(SESSIONS_ON_MANY_NODES, 1);
        Look look = pasture.look();
        run.row(
            byNodes,
            keeper.title,
            "%,d".formatted(number),
            "%.1f".formatted(look.heapMegabytes()),
            Long.toString(look.threads),
            Long.toString(look.connections),
            "%.2f".formatted(look.writesEach(before)));
        draw(Panel.THREADS_BY_NODES, keeper, number, look.threads);
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

  private void drawSessions(Keeper keeper, Look look) {
    draw(Panel.HEAP, keeper, look.sessions, look.heapMegabytes());
    draw(Panel.WRITES, keeper, look.sessions, look.writes);
    draw(Panel.THREADS, keeper, look.sessions, look.threads);
  }

  private void draw(Panel panel, Keeper keeper, int across, Number figure) {
    curves
        .computeIfAbsent(panel, any -> new EnumMap<>(Keeper.class))
        .computeIfAbsent(keeper, any -> new ArrayList<>())
        .add(new Point(across, figure.doubleValue()));
  }

  private void write() throws IOException {
    LineChart chart = new LineChart();
    curves.forEach(
        (panel, ofKeepers) ->
            chart.panel(
                panel.title,
                panel.across,
                ofKeepers.entrySet().stream()
                    .map(curve -> new Line(curve.getKey().title, curve.getValue()))
                    .toList()));
    run.image("growth.svg", chart);
    try (Nodes nodes = new Nodes()) {
      run.write(
          Run.BENCHMARKS,
          run.section()
              .with("versions", bench.versions(nodes))
              .with("sessions", bySessions)
              .with("sizes", bySize)
              .with("nodes", byNodes));
    }
  }
}
