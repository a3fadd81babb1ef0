package io.holdfast.core.nonsticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.node.NodeListener;
import io.holdfast.core.node.PacedQueue;
import io.holdfast.core.node.ResyncProgress;
import io.holdfast.core.session.SessionId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Brings the copies of shared sessions up to date when nodes went away or came back, without
 * waiting for their next request: the latest used first, a batch at a time. Every Tomcat does it
 * for the sessions that it has served, and for the ends that it knows of; where two do it for one,
 * the second finds nothing to do.
 */
public final class NonStickyResync implements NodeListener {

  private static final System.Logger LOG = Loggers.of(NonStickyResync.class);

  private final Supplier<? extends Collection<? extends NonStickySession>> localSessions;
  private final NonStickySessionService shared;
  private final Predicate<String> isOnlyNode;
  private final PacedQueue<Item> queue;

  /** What is looked after. */
  private sealed interface Item {

    /** An instance that is here. */
    record OfInstance(NonStickySession session) implements Item {}

    /** A session that has ended, of which its tombstone is left. */
    record OfEnd(SessionId id) implements Item {}
  }

  /**
   * Creates it with nothing to do.
   *
   * @param isOnlyNode whether no node but this one answers now
   */
  public NonStickyResync(
      Supplier<? extends Collection<? extends NonStickySession>> localSessions,
      NonStickySessionService shared,
      Predicate<String> isOnlyNode,
      ScheduledExecutorService timer,
      int perSecond) {
    this.localSessions = localSessions;
    this.shared = shared;
    this.isOnlyNode = isOnlyNode;
    this.queue = new PacedQueue<>(timer, perSecond, this::lookAfter);
  }

  private void lookAfter(Item item) {
    var unused = // completes normally, whatever happens
        item instanceof Item.OfInstance instance
            ? shared.repair(instance.session())
            : shared.repairEnd(((Item.OfEnd) item).id());
  }

  @Override
  public void nodeLost(String nodeId) {
    queue.later(() -> lookAfter(nodeId));
  }

  /**
   * A node is gone, or back and perhaps empty: if it is the only one, nothing is stored for sure.
   */
  private void lookAfter(String nodeId) {
    if (isOnlyNode.test(nodeId)) {
      localSessions.get().forEach(session -> session.sharedState().lostEverywhere());
    }
    lookAfterAll("node " + nodeId);
  }

  @Override
  public void nodeReturned(String nodeId) {
    queue.later(
        () -> {
          shared.nodeReturned();
          lookAfter(nodeId);
        });
  }

  @Override
  public void reconnected(String nodeId) {
    queue.later(() -> lookAfter(nodeId));
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    queue.later(
        () -> {
          try {
            lookAfterAll("other nodes");
          } finally {
            looked.complete(null);
          }
        });
    return looked.thenCompose(done -> queue.whenEmpty());
  }

  /** Nothing is remembered per node: tombstones still owed go to the nodes that there are. */
  @Override
  public void nodeLeft(String nodeId) {}

  /**
   * Stores again what nodes did not take for longer than is tried behind a request, although none
   * came or went. What is in use is saved by its request.
   */
  public void stragglers() {
    queue.addAll(
        localSessions.get().stream()
            .filter(session -> session.isLive() && session.sharedState().isStraggler())
            .<Item>map(Item.OfInstance::new)
            .toList());
  }

  /** How far the work is. */
  public ResyncProgress progress() {
    return queue.progress();
  }

  /** Tombstones first: an instance elsewhere that knows nothing of its end may be stored again. */
  private void lookAfterAll(String reason) {
    queue.addAll(shared.ended().stream().<Item>map(Item.OfEnd::new).toList());
    List<NonStickySession> affected =
        localSessions.get().stream()
            .map(session -> new LastUse(session, session.times().thisAccessedTime()))
            .sorted(Comparator.comparingLong(LastUse::time).reversed())
            .map(LastUse::session)
            .toList();
    if (!affected.isEmpty()) {
      LOG.log(
          System.Logger.Level.INFO,
          "{0} sessions are looked after because of {1}",
          String.valueOf(affected.size()),
          reason);
      queue.addAll(affected.stream().<Item>map(Item.OfInstance::new).toList());
    }
  }

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse(NonStickySession session, long time) {}
}
