package io.holdfast.dist;

import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One fault after the other, drawn by lot. The next one comes when all sessions are as often in the
 * store as promised, ended ones with their tombstones; or, should that not be so, after ten
 * seconds.
 */
final class HistoryFaults {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration REDUNDANT = Duration.ofSeconds(10);
  private static final int SHORTEST_CALM = 1_000;
  private static final int SHORTEST_FAULT = 1_500;
  private static final int MORE = 3_000;

  private final LinedCluster cluster;
  private final HistoryFile file;
  private final Supplier<Collection<HistorySession>> sessions;
  private final Runnable visits;
  private final Random random;
  private final List<HistoryFault> lot = new ArrayList<>();
  private final List<HistoryFault> kinds;
  private volatile boolean calm = true;

  /**
   * Nothing is wrong yet.
   *
   * @param visits lets each client that has left its session come back; done when a Tomcat has lost
   *     what was in its memory: a session that no Tomcat has is not stored again when its node
   *     comes back empty, as docs/failures.md says
   */
  HistoryFaults(
      LinedCluster cluster,
      HistoryFile file,
      Supplier<Collection<HistorySession>> sessions,
      Runnable visits,
      List<HistoryFault> kinds,
      long seed) {
    this.cluster = cluster;
    this.file = file;
    this.sessions = sessions;
    this.visits = visits;
    this.kinds = List.copyOf(kinds);
    this.random = new Random(seed);
  }

  /** Whether nothing is wrong and all is as redundant as promised. */
  boolean isCalm() {
    return calm;
  }

  /** Lets one after the other happen, as long as there is time. */
  void run(BooleanSupplier goingOn) {
    while (goingOn.getAsBoolean() && !kinds.isEmpty()) {
      pass(SHORTEST_CALM + random.nextInt(MORE), goingOn);
      if (goingOn.getAsBoolean()) {
        happen(goingOn);
      }
    }
  }

  private void happen(BooleanSupplier goingOn) {
    if (lot.isEmpty()) {
      lot.addAll(kinds);
    }
    HistoryFault fault = lot.remove(random.nextInt(lot.size()));
    calm = false;
    long from = System.nanoTime();
    HistoryFault.Repair repair = fault.begin(cluster, file, random);
    try {
      pass(SHORTEST_FAULT + random.nextInt(MORE), goingOn);
    } finally {
      repair.run();
    }
    file.fault(fault.title(), from, System.nanoTime());
    settle(fault);
    String emptied = repair.emptied();
    if (emptied != null) {
      file.emptied(emptied, from, System.nanoTime());
    }
    calm = true;
  }

  private void settle(HistoryFault fault) {
    cluster.awaitNodesSeen();
    if (fault.endsTomcat()) {
      visits.run();
    }
    long start = System.nanoTime();
    // Clients create sessions all the time: each is waited for once, and no new one.
    List<HistorySession> missing = List.copyOf(sessions.get());
    do {
      missing = HistoryCopies.missing(cluster, missing);
    } while (!missing.isEmpty() && System.nanoTime() - start < REDUNDANT.toNanos());
    System.out.printf(
        "[holdfast] histories: %s; redundant after %d ms%s%n",
        fault, (System.nanoTime() - start) / 1_000_000, HistoryCopies.inShort(missing));
  }

  private static void pass(int millis, BooleanSupplier goingOn) {
    long end = System.nanoTime() + millis * 1_000_000L;
    Await.until("time passes", PATIENCE, () -> System.nanoTime() >= end || !goingOn.getAsBoolean());
  }
}
