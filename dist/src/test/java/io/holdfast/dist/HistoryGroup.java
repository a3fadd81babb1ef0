package io.holdfast.dist;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Some clients that use one session after the other: each for some phases of some requests, then
 * all Tomcats are asked for all of it, and perhaps it is ended.
 */
final class HistoryGroup {

  private static final int PHASES = 3;
  private static final long PAUSE_NANOS = 20_000_000;

  /** Of a hundred changes, those that are followed by another one behind the answer. */
  private static final int LATE = Integer.getInteger("holdfast.histories.late", 10);

  private static final int LATE_ALONE = Integer.getInteger("holdfast.histories.late", 50);

  private final HistoryMode mode;
  private final String name;
  private final int clients;
  private final int requests;
  private final LinedCluster cluster;
  private final HistoryFile file;
  private final Random random;
  private final List<HistorySession> sessions = new CopyOnWriteArrayList<>();

  /**
   * A group that has not begun.
   *
   * @param requests how many each client sends in each phase
   */
  HistoryGroup(
      HistoryMode mode,
      String name,
      int clients,
      int requests,
      LinedCluster cluster,
      HistoryFile file,
      long seed) {
    this.mode = mode;
    this.name = name;
    this.clients = clients;
    this.requests = requests;
    this.cluster = cluster;
    this.file = file;
    this.random = new Random(seed);
  }

  /** Uses sessions until it is told to end. */
  void run(ExecutorService threads, BooleanSupplier goingOn, BooleanSupplier calm) {
    while (goingOn.getAsBoolean()) {
      if (!useOne(threads, goingOn, calm)) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private boolean useOne(ExecutorService threads, BooleanSupplier goingOn, BooleanSupplier calm) {
    HistorySession session = new HistorySession(mode, name + "-" + (sessions.size() + 1));
    if (mode != HistoryMode.STICKY) { // no later request of that is at another Tomcat
      session.changesBehindAnswers(clients == 1 ? LATE_ALONE : LATE);
    }
    HistoryRoute route = new HistoryRoute(mode, cluster, random.nextLong());
    List<HistoryClient> all =
        IntStream.range(0, clients)
            .mapToObj(i -> new HistoryClient(session, i, file, route::tomcats, random.nextLong()))
            .toList();
    sessions.add(session);
    if (!all.get(0).create()) {
      session.lose();
      return false;
    }
    for (int phase = 0; phase < PHASES && goingOn.getAsBoolean() && !session.isGone(); phase++) {
      all.stream()
          .map(client -> CompletableFuture.runAsync(() -> phase(client, session), threads))
          .toList()
          .forEach(CompletableFuture::join);
      if (route.next(calm.getAsBoolean())) {
        route.tomcats().forEach(all.get(0)::dump);
      }
    }
    if (!session.isGone()) {
      route.tomcats().forEach(all.get(0)::dump);
      if (random.nextInt(3) == 0) {
        end(all, route);
      }
    }
    session.leave();
    return true;
  }

  private void phase(HistoryClient client, HistorySession session) {
    for (int i = 0; i < requests && !session.isGone() && client.request(); i++) {}
  }

  private void end(List<HistoryClient> all, HistoryRoute route) {
    List<LinedTomcat> there = route.tomcats();
    if (there.isEmpty()) {
      return;
    }
    var unused = all.get(0).end(there.get(random.nextInt(there.size())));
    route.tomcats().forEach(all.get(all.size() - 1)::dump);
  }

  /** The sessions so far. */
  List<HistorySession> sessions() {
    return sessions;
  }

  /** A client of each session that its clients have left comes back once, to any Tomcat. */
  void visit() {
    for (HistorySession session : sessions) {
      List<LinedTomcat> serving = cluster.serving();
      if (session.isLeft() && !session.isEnded() && session.id() != null && !serving.isEmpty()) {
        Random seed = new Random(session.name().hashCode());
        var unused =
            new HistoryClient(session, clients, file, cluster::serving, seed.nextLong())
                .dump(serving.get(seed.nextInt(serving.size())));
      }
    }
  }

  /** Asks each Tomcat once more for all that was answered. */
  void askAgain() {
    for (HistorySession session : sessions) {
      if (session.id() != null) {
        HistoryClient client =
            new HistoryClient(session, clients, file, cluster::serving, random.nextLong());
        cluster.serving().forEach(client::dump);
      }
    }
  }
}
