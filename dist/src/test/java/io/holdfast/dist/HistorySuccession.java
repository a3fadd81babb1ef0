package io.holdfast.dist;

import io.holdfast.dist.HistoryEntry.Outcome;
import io.holdfast.testkit.http.Browser;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Browsers that use two applications whose cookies have the path "/", and log out of one of them
 * again and again: since the other one has the id yet, each session gets the id of the one that has
 * ended. What a session has is written by no other one, so one that comes back is seen.
 */
final class HistorySuccession {

  private static final int CLIENTS = 2;
  private static final int REQUESTS = 4;
  private static final int SESSIONS = 6;
  private static final long PAUSE_NANOS = 20_000_000;

  private final HistoryMode mode;
  private final HistoryMode other;
  private final LinedCluster cluster;
  private final HistoryFile file;
  private final Random random;
  private int browsers;

  /**
   * One that has not begun.
   *
   * @param mode of the application whose sessions follow each other
   * @param other the application that has the id all the time
   */
  HistorySuccession(
      HistoryMode mode, HistoryMode other, LinedCluster cluster, HistoryFile file, long seed) {
    this.mode = mode;
    this.other = other;
    this.cluster = cluster;
    this.file = file;
    this.random = new Random(seed);
  }

  /** Uses one browser after the other until it is told to end. */
  void run(ExecutorService threads, BooleanSupplier goingOn) {
    while (goingOn.getAsBoolean()) {
      Browser browser = HistorySession.newBrowser();
      browsers++;
      HistorySession portal = new HistorySession(other, name(0), browser, 0);
      boolean isThere = client(portal, 1, cluster::serving).create();
      for (int i = 1; isThere && i <= SESSIONS && goingOn.getAsBoolean(); i++) {
        HistorySession session = new HistorySession(mode, name(i), browser, i);
        isThere = useAndEnd(session, i % 2 == 1 ? cluster::serving : one(), threads);
      }
      if (!isThere) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private String name(int number) {
    return mode + "-used-" + browsers + "-" + number;
  }

  /** The same Tomcat all the time: others keep what they have of the session before. */
  private Supplier<List<LinedTomcat>> one() {
    List<LinedTomcat> there = cluster.serving();
    List<LinedTomcat> chosen =
        there.isEmpty() ? there : List.of(there.get(random.nextInt(there.size())));
    return () -> chosen.stream().filter(LinedTomcat::isServing).toList();
  }

  /**
   * Uses a session, on all of these Tomcats in the end, and ends it.
   *
   * @return whether it has ended for certain, so that the next one may have its id
   */
  private boolean useAndEnd(
      HistorySession session, Supplier<List<LinedTomcat>> tomcats, ExecutorService threads) {
    List<HistoryClient> clients =
        IntStream.rangeClosed(1, CLIENTS).mapToObj(i -> client(session, i, tomcats)).toList();
    HistoryClient first = clients.get(0);
    if (!first.create()) {
      return false;
    }
    clients.stream()
        .map(each -> CompletableFuture.runAsync(() -> use(each, session), threads))
        .toList()
        .forEach(CompletableFuture::join);
    List<LinedTomcat> there = tomcats.get();
    there.forEach(first::dump); // each has an instance
    if (session.isGone() || there.isEmpty()) {
      return false;
    }
    boolean hasEnded = first.end(there.get(random.nextInt(there.size()))) == Outcome.OK;
    if (random.nextBoolean()) {
      cluster.serving().forEach(first::dump);
    }
    return hasEnded;
  }

  private static void use(HistoryClient client, HistorySession session) {
    for (int i = 0; i < REQUESTS && !session.isGone() && client.request(); i++) {}
  }

  /** One that changes no id: the other application would have the former one. */
  private HistoryClient client(
      HistorySession session, int number, Supplier<List<LinedTomcat>> tomcats) {
    return new HistoryClient(session, number, file, tomcats, random.nextLong());
  }
}
