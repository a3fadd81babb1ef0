package io.holdfast.core.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.model.KnownInvalidation;
import io.holdfast.core.node.NodeListener;
import io.holdfast.core.node.PacedQueue;
import io.holdfast.core.node.ResyncProgress;
import io.holdfast.core.repository.StickyRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Stores sessions again whose nodes went away or came back, without waiting for their next request:
 * the latest used first, a batch at a time.
 *
 * <p>A node that returns may have lost everything, or hold old records: all sessions that belong to
 * it are written again.
 */
public final class StickyResync implements NodeListener {

  private static final System.Logger LOG = Loggers.of(StickyResync.class);

  private final Supplier<? extends Collection<? extends LiveSession>> localSessions;
  private final StickyRepository repository;
  private final StickyBackup backup;
  private final StickyInvalidation ends;
  private final StickySessionService coordinator;
  private final PacedQueue<Item> queue;

  /** What is looked after. */
  private sealed interface Item {

    /** A session that is here. */
    record OfSession(LiveSession session) implements Item {}

    /** A session that has ended, of which its mark is left. */
    record OfEnd(KnownInvalidation end) implements Item {}
  }

  public StickyResync(
      Supplier<? extends Collection<? extends LiveSession>> localSessions,
      StickyRepository repository,
      StickyBackup backup,
      StickyInvalidation ends,
      StickySessionService coordinator,
      ScheduledExecutorService timer,
      int perSecond) {
    this.localSessions = localSessions;
    this.repository = repository;
    this.backup = backup;
    this.ends = ends;
    this.coordinator = coordinator;
    this.queue = new PacedQueue<>(timer, perSecond, this::lookAfter);
  }

  private void lookAfter(Item item) {
    if (item instanceof Item.OfSession live) {
      coordinator.repeat(live.session());
    } else {
      var unused = ends.restore(((Item.OfEnd) item).end()); // completes normally
    }
  }

  @Override
  public void nodeLost(String nodeId) {
    queue.later(() -> lookAfter("node " + nodeId, Set.of(nodeId), Set.of()));
  }

  @Override
  public void nodeReturned(String nodeId) {
    queue.later(
        () -> {
          var unused = repository.nodeReturned(nodeId); // never fails: what does stays pending
          lookAfter("node " + nodeId, Set.of(nodeId), Set.of(nodeId));
        });
  }

  @Override
  public void reconnected(String nodeId) {
    queue.later(() -> lookAfter("node " + nodeId, Set.of(nodeId), Set.of(nodeId)));
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    queue.later(
        () -> {
          try {
            lookAfter("other nodes", gone, Set.of());
          } finally {
            looked.complete(null);
          }
        });
    return looked.thenCompose(done -> queue.whenEmpty());
  }

  @Override
  public void nodeLeft(String nodeId) {
    repository.nodeLeft(nodeId);
  }

  /**
   * Stores again what is not where it belongs although no node came or went: a node refused it, or
   * was silent, for longer than a backup is repeated. What is in use is looked at behind its
   * request, and what is too large is not tried again.
   */
  public void stragglers() {
    queue.addAll(
        localSessions.get().stream()
            .filter(this::isStraggler)
            .<Item>map(Item.OfSession::new)
            .toList());
  }

  private boolean isStraggler(LiveSession session) {
    StickyState state = session.backupState();
    return session.isLive()
        && !state.isInUse()
        && !state.isTooLarge()
        && !coordinator.isKnownElsewhere(session)
        && (backup.mayBeNeeded(session) || !backup.isWhereItShouldBe(session))
        && !repository.targets(session.sessionId()).isEmpty();
  }

  /** How far the work is. */
  public ResyncProgress progress() {
    return queue.progress();
  }

  /**
   * Stores again what is not where it belongs; the marks of what has ended first.
   *
   * @param lost nodes that do not hold any more what was stored on them
   * @param empty nodes that may not hold what belongs on them
   */
  private void lookAfter(String reason, Set<String> lost, Set<String> empty) {
    queue.addAll(ends.all().stream().<Item>map(Item.OfEnd::new).toList());
    List<LastUse> affected =
        localSessions.get().stream()
            .filter(session -> isAffected(session, lost, empty))
            .map(session -> new LastUse(session, session.times().thisAccessedTime()))
            .sorted(Comparator.comparingLong(LastUse::time).reversed())
            .toList();
    if (affected.isEmpty()) {
      return;
    }
    LOG.log(
        System.Logger.Level.INFO,
        "{0} sessions are stored again because of {1}",
        String.valueOf(affected.size()),
        reason);
    queue.addAll(affected.stream().map(LastUse::session).<Item>map(Item.OfSession::new).toList());
  }

  private boolean isAffected(LiveSession session, Set<String> lost, Set<String> empty) {
    StickyState state = session.backupState();
    if (!Collections.disjoint(state.nodeIds(), lost)
        || !Collections.disjoint(repository.targets(session.sessionId()), empty)) {
      state.lost();
    }
    return state.isInDoubtAbout(empty) || !backup.isWhereItShouldBe(session);
  }

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse(LiveSession session, long time) {}
}
