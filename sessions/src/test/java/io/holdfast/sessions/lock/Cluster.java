package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeRouter;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Some Tomcats that share nodes and a time that only a test moves. */
final class Cluster {

  static final Duration LOCK_EXPIRATION = Duration.ofSeconds(5);
  static final int MAX_WAITERS = 20;
  static final SessionId ID = new SessionId("0123456789ABCDEF.t1");
  static final StorageKeys KEYS = StorageKeys.parse("", "localhost", "", null);
  static final String KEY = KEYS.leaseKeyOf(ID);

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> NODE_IDS = List.of("n1", "n2", "n3");

  final TestClock clock = new TestClock(START);
  private final Map<String, FaultyStore> nodes = new HashMap<>();
  private final List<Tomcat> tomcats = new ArrayList<>();

  Cluster() {
    NODE_IDS.forEach(id -> nodes.put(id, new FaultyStore(id, clock)));
  }

  /** The nodes in the order of {@link #ID}, counted from 0. */
  FaultyStore node(int place) {
    return Objects.requireNonNull(nodes.get(nodeId(place)));
  }

  static String nodeId(int place) {
    return new NodeRouter(NODE_IDS).order(ID.base()).get(place);
  }

  /** On which places of the order a request has the lease. */
  List<Integer> placesHeld() {
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < NODE_IDS.size(); place++) {
      if (node(place).keys().contains(KEY)) {
        places.add(place);
      }
    }
    return places;
  }

  Tomcat tomcat() {
    return tomcat(stores -> stores);
  }

  /** A Tomcat that reaches the nodes in a way of its own. */
  Tomcat tomcat(UnaryOperator<Map<String, NodeStore>> network) {
    Tomcat tomcat = new Tomcat(network.apply(Map.copyOf(nodes)));
    tomcats.add(tomcat);
    return tomcat;
  }

  /** Lets time pass for nodes and Tomcats. */
  void elapse(Duration time) {
    Instant end = clock.instant().plus(time);
    while (clock.instant().isBefore(end)) {
      Duration step = Duration.between(clock.instant(), end);
      for (Tomcat tomcat : tomcats) {
        Duration next = tomcat.stalled ? null : tomcat.timer.untilNext();
        if (next != null && next.compareTo(step) < 0) {
          step = next.isNegative() || next.isZero() ? Duration.ofNanos(1) : next;
        }
      }
      clock.advance(step);
      for (Tomcat tomcat : tomcats) {
        if (tomcat.stalled) {
          tomcat.missed = tomcat.missed.plus(step);
        } else {
          tomcat.timer.advance(step);
        }
      }
    }
  }

  /** The locks of one web application on one Tomcat. */
  final class Tomcat {

    final SessionMetrics metrics = new SessionMetrics(true);
    final ManualTimer timer = new ManualTimer();
    final SessionLocks locks;
    private final Set<String> takenForLost = new TreeSet<>();
    private boolean stalled;
    private Duration missed = Duration.ZERO;

    private Tomcat(Map<String, NodeStore> stores) {
      int number = tomcats.size() + 1;
      NodeSet nodeSet =
          new NodeSet(
              new Placement(NODE_IDS, Set.of(), 2, node -> !takenForLost.contains(node)), stores);
      locks =
          new SessionLocks(
              () -> nodeSet,
              KEYS,
              new LockSettings(LOCK_EXPIRATION, MAX_WAITERS, new UUID(0, number)),
              timer,
              () -> Duration.between(START, clock.instant()).toNanos(),
              new Random(number),
              metrics);
    }

    CompletableFuture<LockOutcome> acquire() {
      return locks.acquire(ID);
    }

    /** Acquires what must be free. */
    HeldLease hold() {
      return lease(acquire());
    }

    /** From now on this Tomcat does not ask the node. */
    void takesForLost(int place) {
      takenForLost.add(nodeId(place));
    }

    void takesForAlive(int place) {
      takenForLost.remove(nodeId(place));
    }

    /** From now on nothing happens by itself here, as in a long pause or after a kill. */
    void stall() {
      stalled = true;
    }

    /** What should have happened meanwhile happens now. */
    void resume() {
      stalled = false;
      timer.advance(missed);
      missed = Duration.ZERO;
    }
  }

  /** The lease of an outcome that must be there and granted. */
  static HeldLease lease(CompletableFuture<LockOutcome> outcome) {
    if (outcome.getNow(null) instanceof LockOutcome.Granted granted) {
      return granted.lease();
    }
    throw new AssertionError("not granted: " + outcome);
  }
}
