package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Rest;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A warm Tomcat with its nodes and its sessions, which belong to its applications in turn. */
final class Pasture implements AutoCloseable {

  private static final int CONNECTIONS = 8;
  private static final int WARM_UP = 2_000;

  /** Changes whose processor time is taken; the kernel counts it in steps of ten milliseconds. */
  private static final int CHANGED_TIMES = 5;

  /** Tomcat may stand still for seconds while it collects a heap of gigabytes. */
  private static final Duration STORED = Duration.ofMinutes(1);

  private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

  /** Tomcat looks after idle sessions every ten seconds. */
  private static final long LOOKED_AFTER_NANOS = TimeUnit.SECONDS.toNanos(11);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Of the heap, one part of so many. */
  private static final int LITTLE = 200;

  private static final double MEGABYTE = 1 << 20;

  private final Nodes nodes;
  private final Keeper keeper;
  private final int applications;
  private final TomcatProcess tomcat;
  private final long copies;
  private final Rest rest;
  private final List<String> sessions = new ArrayList<>();

  /** Who keeps the sessions; the first is the one that the others are compared with. */
  enum Keeper {
    TOMCAT(Mode.PLAIN.toString(), "", 0),
    STICKY("sticky", "sticky=\"true\"", 1),
    /** Idle from the first look on: a user's sessions are that after a minute. */
    NON_STICKY(
        "non-sticky", "sticky=\"false\" maxIdleDecoded=\"0\" processExpiresFrequency=\"1\"", 2),
    STICKY_IN_BYTES(
        "sticky, in bytes",
        "sticky=\"true\" maxIdleDecoded=\"0\" processExpiresFrequency=\"1\"",
        1),
    STICKY_OFFLOADED(
        "sticky, offloaded", "sticky=\"true\" idleOffload=\"0\" processExpiresFrequency=\"1\"", 1);

    private final String title;
    private final String attributes;

    /** How often each session lies on the nodes, if there are as many. */
    private final int copies;

    Keeper(String title, String attributes, int copies) {
      this.title = title;
      this.attributes = attributes;
      this.copies = copies;
    }

    /** How tables and charts call it. */
    String title() {
      return title;
    }

    /** Returns whether idle sessions give up something. */
    boolean isLookedAfter() {
      return this == NON_STICKY || isOfSizes();
    }

    /** Returns whether it is seen only with sessions of different sizes. */
    boolean isOfSizes() {
      return this == STICKY_IN_BYTES || this == STICKY_OFFLOADED;
    }
  }

  /** What is seen of a Tomcat with more sessions; each means each of those that came. */
  enum Figure {
    HEAP("heap MB", "%,.1f"),
    HEAP_BY_PLAIN("heap ÷ plain", "%.2f"),
    HEAP_EACH("bytes each", "%,.0f"),
    HEAP_EACH_BY_PLAIN("÷ plain", "%.2f"),
    THREADS("threads", "%.0f"),
    CONNECTIONS("connections", "%.0f"),
    WRITES_EACH("writes each", "%.2f"),
    ITEMS("items", "%,.0f"),
    MEGABYTES("MB on the nodes", "%,.0f"),
    BYTES_EACH("bytes on the nodes", "%,.0f"),
    WRITES_OF_CHANGE("changed: writes", "%.2f"),
    MICROS_OF_CHANGE("µs a change", "%.0f");

    private final String title;
    private final String format;

    Figure(String title, String format) {
      this.title = title;
      this.format = format;
    }

    /** How tables and charts call it. */
    @Override
    public String toString() {
      return title;
    }

    String shown(double value) {
      return format.formatted(value);
    }
  }

  /**
   * Starts it and makes it warm: all classes are loaded, all pools filled.
   *
   * @param nodes closed with this
   * @param applications among which the sessions are divided
   */
  Pasture(Bench bench, Keeper keeper, Nodes nodes, int applications)
      throws IOException, InterruptedException {
    this.nodes = nodes;
    this.keeper = keeper;
    this.applications = applications;
    this.tomcat = bench.start(nodes, keeper.attributes, applications);
    this.copies = Math.min(keeper.copies, nodes.ports().size());
    this.rest = new Rest(this::writes, System::nanoTime, () -> LockSupport.parkNanos(PAUSE_NANOS));
    grow(WARM_UP, 1);
    for (int time = 0; time < CHANGED_TIMES; time++) {
      modify(WARM_UP);
    }
    // Idle sessions are looked after, and what that leaves behind goes with the next requests.
    var unused = heapAtRest(tomcat);
    grow(WARM_UP, 1);
  }

  /** Makes so many more sessions and looks what comes of them. */
  Map<Figure, Double> see(int more, int kilobytes) throws IOException, InterruptedException {
    double heapBefore = heapAtRest(tomcat);
    double writesBefore = writes();
    double bytesBefore = nodes.sum("bytes");
    grow(more, kilobytes);
    Map<Figure, Double> seen = new EnumMap<>(Figure.class);
    if (keeper.isLookedAfter()) {
      LockSupport.parkNanos(LOOKED_AFTER_NANOS);
    }
    double heap = heapAtRest(tomcat);
    double writes = writes();
    double bytes = nodes.sum("bytes");
    seen.put(Figure.HEAP, heap / MEGABYTE);
    seen.put(Figure.HEAP_EACH, (heap - heapBefore) / more);
    seen.put(Figure.THREADS, (double) Bench.counter(tomcat.pid(), "status", "Threads"));
    seen.put(Figure.CONNECTIONS, (double) nodes.sum("curr_connections"));
    seen.put(Figure.WRITES_EACH, (writes - writesBefore) / more);
    seen.put(Figure.ITEMS, (double) nodes.sum("curr_items"));
    seen.put(Figure.MEGABYTES, bytes / MEGABYTE);
    seen.put(Figure.BYTES_EACH, (bytes - bytesBefore) / more);
    int changed = Math.min(more, WARM_UP);
    modify(changed);
    seen.put(Figure.WRITES_OF_CHANGE, (writes() - writes) / changed);
    seen.put(Figure.MICROS_OF_CHANGE, changeMicros());
    return seen;
  }

  /** The Tomcat's processor time for one change of a session of the last, in µs. */
  private double changeMicros() throws IOException, InterruptedException {
    modify(WARM_UP); // objects that were given up are there again
    double before = Bench.cpuSeconds(tomcat.pid());
    for (int time = 0; time < CHANGED_TIMES; time++) {
      modify(WARM_UP);
    }
    return (Bench.cpuSeconds(tomcat.pid()) - before) * 1e6 / (CHANGED_TIMES * WARM_UP);
  }

  /** Makes so many more sessions and waits until all are stored. */
  private void grow(int more, int kilobytes) throws IOException, InterruptedException {
    for (int i = 0; i < more; i++) {
      sessions.add("");
    }
    askLast(more, "/fill?kb=" + kilobytes);
    long stored = copies * sessions.size();
    Await.until("all are stored", STORED, () -> nodes.sum("curr_items") >= stored);
    var unused = rest.await();
  }

  /** Changes one attribute of each of the last so many, in place. */
  private void modify(int last) throws IOException, InterruptedException {
    askLast(last, "/modify");
    var unused = rest.await();
  }

  /**
   * One request for each of the last so many sessions, which makes those that are not there yet.
   */
  private void askLast(int last, String path) throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(tomcat.port(), CONNECTIONS)) {
      crowd.each(
          (connection, number) -> {
            for (int i = sessions.size() - last + number; i < sessions.size(); i += CONNECTIONS) {
              String id = sessions.get(i);
              Answer answer = connection.page(Bench.application(i % applications), path, id);
              if (id.isEmpty() == answer.newSessionId().isEmpty()) {
                throw new IOException("Session %d, %s, is lost or not made".formatted(i, id));
              }
              sessions.set(i, id.isEmpty() ? answer.newSessionId() : id);
            }
          });
    }
  }

  /** The writes that the nodes have counted. */
  private long writes() {
    return nodes.sum("cmd_set", "cmd_touch");
  }

  /**
   * The heap when a collection finds nothing more: what was sent to a node is kept as long as its
   * answer might have taken.
   */
  static long heapAtRest(TomcatProcess tomcat) throws IOException {
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
