package io.holdfast.sessions.nonsticky;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.node.SessionResync;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Brings the copies of non-sticky sessions up to date when nodes went away or came back. Every
 * Tomcat does it for the sessions that it has served, and for the invalidations that it knows of;
 * where two do it for one session, the second finds nothing to do.
 */
public final class NonStickyResync extends SessionResync<NonStickySession, SessionId> {

  private final NonStickySessionService sessions;
  private final Predicate<String> isOnlyNode;

  /**
   * Creates it with nothing to do.
   *
   * @param isOnlyNode whether no node but this one answers now
   */
  public NonStickyResync(
      Supplier<? extends Collection<? extends NonStickySession>> localSessions,
      NonStickySessionService sessions,
      Predicate<String> isOnlyNode,
      ScheduledExecutorService timer,
      int perSecond) {
    super(localSessions, timer, perSecond);
    this.sessions = sessions;
    this.isOnlyNode = isOnlyNode;
  }

  @Override
  protected void store(NonStickySession session) {
    var unused = sessions.repair(session); // completes normally, whatever happens
  }

  @Override
  protected void restore(SessionId id) {
    var unused = sessions.repairEnd(id); // completes normally, whatever happens
  }

  @Override
  protected Collection<SessionId> ended() {
    return sessions.ended();
  }

  @Override
  protected Collection<SessionId> unfinishedEnds() {
    return sessions.unfinishedEnds();
  }

  @Override
  protected boolean isStraggler(NonStickySession session) {
    return session.isLive() && session.instanceState().isStraggler();
  }

  @Override
  public void nodeLost(String nodeId) {
    later(() -> lookAfterAll(nodeId));
  }

  @Override
  public void nodeReturned(String nodeId) {
    reconnected(nodeId);
  }

  @Override
  public void reconnected(String nodeId) {
    later(
        () -> {
          sessions.nodeReturned();
          lookAfterAll(nodeId);
        });
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    return laterUntilEmpty(() -> lookAfter("looked after because of other nodes", session -> true));
  }

  /** Does nothing: tombstones not yet written go to the nodes in use. */
  @Override
  public void nodeLeft(String nodeId) {}

  /**
   * A node is lost, or back and perhaps empty: if it is the only one, no session is certainly
   * stored.
   */
  private void lookAfterAll(String nodeId) {
    if (isOnlyNode.test(nodeId)) {
      localSessions().forEach(session -> session.instanceState().lostEverywhere());
    }
    lookAfter("looked after because of node " + nodeId, session -> true);
  }
}
