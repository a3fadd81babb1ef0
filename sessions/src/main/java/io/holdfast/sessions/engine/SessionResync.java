package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.store.StoreListener;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Stores the sessions of this Tomcat again when nodes went away or came back, without waiting for
 * their next request: invalidations first, then the sessions, the latest used first, a batch at a
 * time. Every Tomcat does it for the sessions that it has served, and for the invalidations that it
 * knows of; where two do it for one session, the second finds nothing to do.
 */
public final class SessionResync implements StoreListener {

  private static final System.Logger LOG = Loggers.of(SessionResync.class);

  private final Supplier<? extends Collection<? extends SessionInstance>> localSessions;
  private final SessionEngine sessions;
  private final Predicate<String> isOnlyNode;
  private final PacedQueue<Item> queue;

  /** What is stored again. */
  private sealed interface Item {

    record OfSession(SessionInstance session) implements Item {}

    record OfMove(SessionInstance session) implements Item {}

    record OfEnd(SessionId end) implements Item {}
  }

  public SessionResync(
      Supplier<? extends Collection<? extends SessionInstance>> localSessions,
      SessionEngine sessions,
      Predicate<String> isOnlyNode,
      ScheduledExecutorService timer,
      int perSecond) {
    this.localSessions = localSessions;
    this.sessions = sessions;
    this.isOnlyNode = isOnlyNode;
    this.queue = new PacedQueue<>(timer, perSecond, this::perform);
  }

  /** Does not wait for the nodes; what is begun completes normally, whatever happens. */
  private void perform(Item item) {
    CompletableFuture<Void> unused;
    if (item instanceof Item.OfSession of) {
      unused = sessions.repair(of.session());
    } else if (item instanceof Item.OfMove of) {
      unused = sessions.move(of.session());
    } else {
      unused = sessions.repairEnd(((Item.OfEnd) item).end());
    }
  }

  @Override
  public void nodeLost(String nodeId) {
    queue.later(() -> lookAfterAll(nodeId));
  }

  @Override
  public void nodeReturned(String nodeId) {
    reconnected(nodeId);
  }

  @Override
  public void reconnected(String nodeId) {
    queue.later(
        () -> {
          sessions.nodeReturned();
          lookAfterAll(nodeId);
        });
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    return laterUntilEmpty(() -> lookAfter("other nodes", Item.OfMove::new));
  }

  /** A node is lost, or back and perhaps empty: if it is the only one, no record is certain. */
  private void lookAfterAll(String nodeId) {
    if (isOnlyNode.test(nodeId)) {
      localSessions.get().forEach(session -> session.instanceState().lostEverywhere());
    }
    lookAfter("node " + nodeId, Item.OfSession::new);
  }

  /**
   * Puts sessions into the queue, behind the invalidations: they must reach the nodes first, since
   * another Tomcat may store a session again whose invalidation it does not know.
   */
  private void lookAfter(String reason, Function<SessionInstance, Item> what) {
    addEnds(sessions.ended());
    List<LastUse> affected =
        localSessions.get().stream()
            .map(session -> new LastUse(session, session.times().thisAccessedTime()))
            .sorted(Comparator.comparingLong(LastUse::time).reversed())
            .toList();
    if (affected.isEmpty()) {
      return;
    }
    LOG.log(
        System.Logger.Level.INFO,
        "{0} sessions are checked because of {1}",
        String.valueOf(affected.size()),
        reason);
    queue.addAll(affected.stream().map(LastUse::session).map(what).toList());
  }

  private void addEnds(Collection<SessionId> added) {
    queue.addAll(added.stream().<Item>map(Item.OfEnd::new).toList());
  }

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse(SessionInstance session, long time) {}

  /** Does something on the timer; completes when the queue is empty behind it. */
  private CompletableFuture<Void> laterUntilEmpty(Runnable step) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    queue.later(
        () -> {
          try {
            step.run();
          } finally {
            looked.complete(null);
          }
        });
    return looked.thenCompose(done -> queue.whenEmpty());
  }

  /** Stores again what nodes refused, or did not answer, for longer than that is repeated. */
  public void stragglers() {
    queue.addAll(
        localSessions.get().stream()
            .filter(session -> session.isLive() && session.instanceState().isStraggler())
            .<Item>map(Item.OfSession::new)
            .toList());
  }

  /**
   * Brings to the nodes what they did not take of invalidations, for longer than that is repeated
   * at once. Until then another Tomcat may take such a session for one that lives.
   */
  public void repeatEnds() {
    addEnds(sessions.unfinishedEnds());
  }

  /** How far the resync is. */
  public ResyncProgress progress() {
    return queue.progress();
  }
}
