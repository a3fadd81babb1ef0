package io.holdfast.sessions.engine;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.WriteOutcome;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Ends sessions whose time is up, once among all Tomcats. */
final class SessionExpiry {

  /** Each failed attempt means that another Tomcat has written meanwhile. */
  private static final int ATTEMPTS = 100;

  private final EngineTools tools;
  private final Tombstones tombstones;

  SessionExpiry(EngineTools tools, Tombstones tombstones) {
    this.tools = tools;
    this.tombstones = tombstones;
  }

  /**
   * Ends a session on all Tomcats that has expired here, or that an operator finds idle, unless
   * other Tomcats have used it since or have ended it. If all nodes have lost it, that cannot be
   * known at once: then its end is left open, see {@link InstanceState#isEndOpen}.
   *
   * @return whether this call ended it
   */
  CompletableFuture<Boolean> expire(SessionInstance session) {
    if (session.instanceState().hasEnded()) {
      return CompletableFuture.completedFuture(false); // told where it ended
    }
    return new Attempt(session)
        .perform(ATTEMPTS)
        .thenApply(
            isEnded -> {
              if (isEnded) {
                session.instanceState().end().came();
              }
              return isEnded;
            });
  }

  /** For one session: the Tomcat that writes its tombstone has ended it. */
  private final class Attempt {

    private final SessionInstance session;
    private final Set<Long> written = ConcurrentHashMap.newKeySet();

    /** As the session was when that was asked for: a request may use it here meanwhile. */
    private final SessionTimes asked;

    private final boolean seemedOver;

    Attempt(SessionInstance session) {
      this.session = session;
      this.asked = session.times();
      this.seemedOver = isIdle(asked);
    }

    CompletableFuture<Boolean> perform(int attempts) {
      return tools.store().load(session.sessionId()).thenCompose(found -> over(found, attempts));
    }

    private CompletableFuture<Boolean> over(FoundRecord found, int attempts) {
      SessionOpener.bringBack(session, found); // for those who are told of the end
      State state = found.state();
      if (state.version() > 0 && !isOfEarlier(state)) {
        session.instanceState().end().notMissed();
      }
      if (state instanceof State.Ended ended && ended.ends(session.times())) {
        tombstones.found(found, ended.tombstone(), session.lastingTimes());
        return CompletableFuture.completedFuture(written.contains(ended.tombstone().version()));
      }
      if (state instanceof State.Present present && !isOfEarlier(state)) {
        SessionTimes times = present.snapshot().times();
        return isOver(times) && present.to(session.times()) == SessionOrder.SAME
            ? write(found, times, attempts)
            : CompletableFuture.completedFuture(false);
      }
      if (!(state instanceof State.Unavailable)
          && (isForgotten() || (isLastKnownHere(session) && isNowhereElse()))) {
        return write(found, session.times(), attempts);
      }
      return CompletableFuture.completedFuture(
          state instanceof State.Unavailable && isLastKnownHere(session));
    }

    /** Returns whether the nodes have a former session with the id: this one is lost there. */
    private boolean isOfEarlier(State state) {
      Long created = state.creationTime();
      return created != null
          && SessionOrder.of(created, session.times().creationTime()) == SessionOrder.EARLIER;
    }

    /** Returns whether it has expired, or is ended before its time and was not used since. */
    private boolean isOver(SessionTimes times) {
      return isIdle(times) || (!seemedOver && times.thisAccessedTime() <= asked.thisAccessedTime());
    }

    private CompletableFuture<Boolean> write(
        FoundRecord found, SessionTimes ofRecord, int attempts) {
      SessionTimes times = session.instanceState().writer().withLongestInterval(ofRecord);
      Tombstone tombstone = Tombstones.over(found, times, tools.random());
      written.add(tombstone.version());
      return tombstones
          .write(found, tombstone, times)
          .thenCompose(
              result ->
                  result instanceof WriteOutcome.Conflict && attempts > 1
                      ? perform(attempts - 1)
                      : CompletableFuture.completedFuture(result instanceof WriteOutcome.Stored));
    }

    /**
     * Returns whether no other Tomcat can have the session in use, although the nodes have lost its
     * record too early: a Tomcat that has used it since stores it again with its next request.
     */
    private boolean isNowhereElse() {
      boolean wasNeverStored = session.instanceState().base() == null;
      boolean isEndedBeforeItsTime = !isIdle(session.times());
      return wasNeverStored || isEndedBeforeItsTime || isDue(session);
    }

    /**
     * Returns whether the nodes have dropped the record because its time to live has ended: that of
     * the longest interval, because the instance may not show the latest.
     */
    private boolean isForgotten() {
      SessionTimes times = session.lastingTimes();
      return times.maxInactiveInterval() > 0
          && tools.clock().millis() - times.thisAccessedTime()
              >= tools.lifetime().of(times).seconds() * 1000L;
    }
  }

  /**
   * Returns whether to look once more at a session whose end was left open: as long as another
   * Tomcat may have it in use, it is not.
   */
  boolean isDue(SessionInstance session) {
    long now = tools.clock().millis();
    long missed = now - session.instanceState().end().missedSince(now);
    SessionTimes times = session.lastingTimes();
    boolean isUnlimited = times.maxInactiveInterval() <= 0;
    TimeToLive most = isUnlimited ? tools.lifetime().ofEnd(times) : tools.lifetime().of(times);
    return missed >= most.seconds() * 1000L;
  }

  private boolean isIdle(SessionTimes times) {
    return times.maxInactiveInterval() > 0
        && tools.clock().millis() - times.thisAccessedTime() >= times.maxInactiveInterval() * 1000L;
  }

  /** Returns whether this Tomcat's state is the last that it knows to be written. */
  private static boolean isLastKnownHere(SessionInstance session) {
    InstanceState state = session.instanceState();
    return !state.hasEnded() && (state.isUnsaved() || state.isWrittenHere());
  }
}
