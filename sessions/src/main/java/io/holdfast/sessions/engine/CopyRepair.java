package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.store.CopyResult;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionOrder;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Brings the copies of sessions up to date after the requests.
 *
 * <p>A copy that one node did not take is tried again a few times. Only this class does so: a node
 * that refuses, or does not answer once, does not count as lost, so the resync after a return never
 * runs for it.
 */
record CopyRepair(
    EngineTools tools,
    Tombstones tombstones,
    Function<SessionInstance, CompletableFuture<SaveOutcome>> save,
    Retries retries) {

  private static final System.Logger LOG = Loggers.of(CopyRepair.class);

  /** Repairs the copies of a record that was just written, if some are missing. */
  void copied(SessionInstance session, CopyResult copies) {
    if (copies == CopyResult.SILENT) {
      later(session, 0);
    } else if (copies == CopyResult.DIVERGED) {
      mend(session);
    }
  }

  /** Merges this Tomcat's record with a concurrent one, after the request. */
  private void mend(SessionInstance session) {
    SessionId id = session.sessionId();
    reportCrossed(id);
    var unused = tools.store().load(id).thenCompose(found -> repair(found, session.lastingTimes()));
  }

  /** Merges the records that were found, if they are concurrent; restores an evicted copy. */
  void mendFound(FoundRecord found) {
    if (found.state() instanceof State.Present present
        && (found.isDivided() || tools.store().isMissingOnTarget(found))) {
      if (found.isDivided()) {
        reportCrossed(found.id());
      }
      var unused = repair(found, present.snapshot().times());
    }
  }

  /** Replaces copies that were older when a request found its session, and has not saved it. */
  void renewOlder(SessionInstance session) {
    InstanceState state = session.instanceState();
    FoundRecord found = state.beginRenewal();
    if (found != null && session.isLive() && !state.hasEnded()) {
      var unused =
          tools
              .store()
              .renewOlder(found, tools.lifetimeOf(found.state(), session.lastingTimes()))
              .thenAccept(answered -> state.renewed(found, answered));
    }
  }

  /** Copies what was found, as long as that says itself. */
  private CompletableFuture<CopyResult> repair(FoundRecord found, SessionTimes known) {
    return tools.store().repair(found, state -> tools.lifetimeOf(state, known));
  }

  private void reportCrossed(SessionId id) {
    tools.metrics().increment(Metric.DIVERGENCES);
    LOG.log(
        System.Logger.Level.WARNING,
        "Session {0} was stored by two Tomcats that see different nodes; their changes are merged",
        id);
  }

  /** Brings the copies of a session up to date; completes normally after the first attempt. */
  CompletableFuture<Void> repair(SessionInstance session) {
    return repair(session, 0, true);
  }

  /** The same for another list of nodes: others may use the former one, so copies there stay. */
  CompletableFuture<Void> move(SessionInstance session) {
    return repair(session, 0, false);
  }

  private CompletableFuture<Void> repair(
      SessionInstance session, int done, boolean removesStandIn) {
    return once(session, removesStandIn)
        .thenAccept(
            complete -> {
              if (complete) {
                session.instanceState().copiesComplete();
              } else {
                later(session, done + 1);
              }
            });
  }

  private CompletableFuture<Boolean> once(SessionInstance session, boolean removesStandIn) {
    return tools
        .store()
        .load(session.sessionId())
        .thenCompose(
            found -> {
              if (!session.sessionId().hasBaseOf(found.id())) {
                return CompletableFuture.completedFuture(false); // got another id meanwhile
              }
              if (hasEnded(session, found)) {
                return CompletableFuture.completedFuture(true);
              }
              if (found.state().isOfLaterThan(session.times().creationTime())) {
                if (session.instanceState().header() != null) { // else its save is told
                  session.instanceState().end();
                }
                return CompletableFuture.completedFuture(true);
              }
              session.instanceState().found(found);
              if (found.state() instanceof State.Present present && !isAhead(session, present)) {
                noteAccess(session, present);
                return repair(found, session.lastingTimes())
                    .thenApply(copies -> isComplete(copies, found, removesStandIn));
              }
              if (!session.isLive() || !SessionOpener.bringBack(session, found)) {
                return CompletableFuture.completedFuture(true);
              }
              session.instanceState().lookedUp(found);
              session.instanceState().toBeSaved();
              return save.apply(session).thenApply(outcome -> outcome != SaveOutcome.FAILED);
            });
  }

  private boolean isComplete(CopyResult copies, FoundRecord found, boolean removesStandIn) {
    if (copies.isComplete() && removesStandIn) {
      tools.store().removeStandIn(found);
    }
    return copies.isComplete();
  }

  /** Nodes that came back empty do not know when the session was used here last. */
  private void noteAccess(SessionInstance session, State.Present found) {
    SessionTimes times = session.times();
    long shown = session.instanceState().shownVersion();
    long later = times.thisAccessedTime() - found.snapshot().times().thisAccessedTime();
    if (shown > 0 && session.isLive() && later >= AccessNotes.RESOLUTION_MILLIS) {
      tools
          .store()
          .noteAccess(
              session.sessionId(), AccessNotes.of(shown, times), tools.lifetimeOf(found, times));
    }
  }

  /** Returns whether a tombstone says that the session has ended; then the instance ends, too. */
  private boolean hasEnded(SessionInstance session, FoundRecord found) {
    SessionId id = session.sessionId();
    SessionTimes times = session.times();
    if (found.state() instanceof State.Ended ended && ended.ends(times)) {
      session.instanceState().end(ended.tombstone(), times);
      tombstones.found(found, ended.tombstone(), session.lastingTimes());
      return true;
    }
    Tombstone remembered = tombstones.of(id, times.creationTime());
    if (remembered != null) {
      session.instanceState().end(remembered, times);
      var unused = tombstones.restore(id);
      return true;
    }
    return session.instanceState().hasEnded();
  }

  /** Returns whether the instance has something that the nodes lack, or have of an earlier one. */
  private static boolean isAhead(SessionInstance session, State.Present found) {
    if (found.to(session.times()) == SessionOrder.EARLIER) {
      return true;
    }
    SessionSnapshot known = session.instanceState().base();
    return session.instanceState().isUnsaved()
        || (known != null && session.isLive() && known.isAheadOf(found.snapshot()));
  }

  /** Repairs a session, or saves it again, after a pause; gives up if that was done often. */
  void later(SessionInstance session, int done) {
    InstanceState state = session.instanceState();
    Runnable again =
        () -> {
          state.endRepair();
          var unused = repair(session, done, true);
        };
    if (state.beginRepair() && !retries.later(done, again)) {
      state.endRepair();
      state.copiesGivenUp();
    }
  }
}
