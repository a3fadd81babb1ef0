package io.holdfast.sessions.sticky;

import io.holdfast.sessions.model.KnownInvalidation;
import io.holdfast.sessions.node.SessionResync;
import io.holdfast.sessions.repository.StickyRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Stores sticky sessions again when nodes went away or came back.
 *
 * <p>A node that returns may have lost everything, or hold old records: all sessions that belong on
 * it are written again.
 */
public final class StickyResync extends SessionResync<LiveSession, KnownInvalidation> {

  private final StickySessionService sessions;
  private final StickyRepository repository;

  StickyResync(
      Supplier<? extends Collection<? extends LiveSession>> localSessions,
      StickySessionService sessions,
      StickyRepository repository,
      ScheduledExecutorService timer,
      int perSecond) {
    super(localSessions, timer, perSecond);
    this.sessions = sessions;
    this.repository = repository;
  }

  @Override
  protected void store(LiveSession session) {
    sessions.repeat(session);
  }

  @Override
  protected void restore(KnownInvalidation end) {
    var unused = sessions.invalidation().restore(end); // completes normally
  }

  @Override
  protected Collection<KnownInvalidation> ended() {
    return sessions.invalidation().all();
  }

  @Override
  protected boolean isStraggler(LiveSession session) {
    return sessions.isStraggler(session);
  }

  @Override
  protected Collection<KnownInvalidation> unfinishedEnds() {
    return sessions.invalidation().unfinished();
  }

  @Override
  protected void repeatDeletions() {
    var unused = repository.deletePending(); // never fails: what does stays pending
  }

  @Override
  public void nodeLost(String nodeId) {
    later(() -> lookAfter("node " + nodeId, Set.of(nodeId), Set.of()));
  }

  @Override
  public void nodeReturned(String nodeId) {
    reconnected(nodeId);
  }

  @Override
  public void reconnected(String nodeId) {
    later(
        () -> {
          var unused = repository.deletePending(nodeId); // never fails: what does stays pending
          lookAfter("node " + nodeId, Set.of(nodeId), Set.of(nodeId));
        });
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    return laterUntilEmpty(() -> lookAfter("other nodes", gone, Set.of()));
  }

  @Override
  public void nodeLeft(String nodeId) {
    repository.nodeLeft(nodeId);
  }

  /**
   * Stores again what is not where it belongs.
   *
   * @param lost nodes that have lost what was stored on them
   * @param empty nodes that may not hold what belongs on them
   */
  private void lookAfter(String reason, Set<String> lost, Set<String> empty) {
    lookAfter("stored again because of " + reason, session -> isAffected(session, lost, empty));
  }

  private boolean isAffected(LiveSession session, Set<String> lost, Set<String> empty) {
    StickyState state = session.backupState();
    if (!Collections.disjoint(state.nodeIds(), lost)
        || !Collections.disjoint(repository.targets(session.sessionId()), empty)) {
      state.lost();
    }
    return state.isUncertainAbout(empty) || !sessions.changes().isWhereItShouldBe(session);
  }
}
