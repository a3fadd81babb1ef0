package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Rest;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A warm Tomcat with its nodes and its sessions. */
final class Pasture implements AutoCloseable {

  private static final int WARM_UP = 2_000;

  /** Changes whose processor time is taken; the kernel counts it in steps of ten milliseconds. */
  private static final int CHANGED_TIMES = 5;

  /** Tomcat may stand still for seconds while it collects a heap of gigabytes. */
  private static final Duration STORED = Duration.ofMinutes(1);

  private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Of the heap, one part of so many. */
  private static final int LITTLE = 200;

  private final Nodes nodes;
  private final TomcatProcess tomcat;
  private final Herd herd;
  private final long copies;
  private final Rest rest;

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

    /** How tables and charts call it. */
    String title() {
      return title;
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

  /**
   * Starts it and makes it warm: all classes are loaded, all pools filled.
   *
   * @param nodes closed with this
   * @param applications among which the sessions are divided
   */
  Pasture(Bench bench, Keeper keeper, Nodes nodes, int applications)
      throws IOException, InterruptedException {
    this.nodes = nodes;
    this.tomcat = bench.start(nodes, keeper.attributes, applications);
    this.herd = new Herd(tomcat, applications);
    this.copies = Math.min(keeper.copies, nodes.ports().size());
    this.rest = new Rest(this::writes, System::nanoTime, () -> LockSupport.parkNanos(PAUSE_NANOS));
    grow(WARM_UP, 1);
    for (int time = 0; time < CHANGED_TIMES; time++) {
      modify(WARM_UP);
    }
    // Idle sessions are looked after, and what that leaves behind goes with the next requests.
    var unused = look();
    grow(WARM_UP, 1);
  }

  /** How many sessions there are. */
  int size() {
    return herd.size();
  }

  /** Makes so many more sessions and waits until all are stored. */
  void grow(int more, int kilobytes) throws IOException, InterruptedException {
    herd.grow(more, session -> "/fill?kb=" + kilobytes);
    long stored = copies * herd.size();
    Await.until("all are stored", STORED, () -> nodes.sum("curr_items") >= stored);
    var unused = rest.await();
  }

  /** Changes one attribute of each of the last so many, in place. */
  void modify(int last) throws IOException, InterruptedException {
    herd.ask(last, "/modify");
    var unused = rest.await();
  }

  /** The Tomcat's processor time for one such change of a session of the last, in µs. */
  double changeMicros() throws IOException, InterruptedException {
    modify(WARM_UP); // objects that were given up are there again
    double before = Bench.cpuSeconds(tomcat.pid());
    for (int time = 0; time < CHANGED_TIMES; time++) {
      modify(WARM_UP);
    }
    return (Bench.cpuSeconds(tomcat.pid()) - before) * 1e6 / (CHANGED_TIMES * WARM_UP);
  }

  /** The writes that the nodes have counted. */
  long writes() {
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
