package io.holdfast.sessions.engine;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Notes in the store when sessions were used that did not change, and extends the time to live of
 * their records.
 *
 * <p>An instance may be older than the record, and know another interval. So a record is extended
 * by its own interval, for which the nodes are asked first. They are asked once more behind that:
 * another Tomcat may have replaced the record in between, and its interval holds then.
 *
 * @param isSticky whether no other Tomcat need know the time before the record is to be extended,
 *     and no request asks the nodes for it
 * @param repair stores a session again that a node has lost unnoticed
 */
record AccessNotes(
    EngineTools tools,
    boolean isSticky,
    Function<SessionInstance, CompletableFuture<Void>> repair) {

  /** How exact the time of the last access is in the store. */
  static final long RESOLUTION_MILLIS = 1_000;

  /** Each further one means that another Tomcat has written meanwhile. */
  private static final int ATTEMPTS = 5;

  /** The last use of an instance that shows this version of its record. */
  static AccessRecord of(long shown, SessionTimes times) {
    return new AccessRecord(shown, times.lastAccessedTime(), times.thisAccessedTime());
  }

  /**
   * A request begins to use the session. Notes that if the last note is a quarter of the interval
   * old: another Tomcat could take the session for over before the request has ended. Waits for no
   * answer.
   */
  void requestBegan(SessionInstance session) {
    SessionTimes times = session.times();
    long now = tools.clock().millis();
    boolean seemsOver = now - times.thisAccessedTime() >= times.maxInactiveInterval() * 1_000L;
    long shown = versionToNote(session);
    if (!seemsOver
        && shown > 0
        && session.instanceState().times().isBeginningToBeNoted(times.maxInactiveInterval(), now)) {
      note(session, new AccessRecord(shown, times.thisAccessedTime(), now));
    }
  }

  /** The version that a session shows, if its use is to be noted; else 0 or below. */
  private static long versionToNote(SessionInstance session) {
    InstanceState state = session.instanceState();
    return session.isLive() && !state.hasEnded() ? state.shownVersion() : 0;
  }

  private void note(SessionInstance session, AccessRecord access) {
    tools.store().noteAccess(session.sessionId(), access, tools.lifetime().of(session.times()));
  }

  /** Notes the time unless the record has it exactly enough; waits for no answer. */
  void requestEnded(SessionInstance session) {
    InstanceState state = session.instanceState();
    SessionTimes times = session.times();
    long now = tools.clock().millis();
    boolean isDue =
        RecordLifetime.isExtensionDue(
            times.maxInactiveInterval(), now - state.times().refreshedAt());
    if (!isDue) {
      if (!isSticky) {
        noteUse(session);
      }
      return;
    }
    long shown = versionToNote(session);
    long sinceNote = times.thisAccessedTime() - state.times().notedAccess();
    if (shown <= 0 || (sinceNote < RESOLUTION_MILLIS && !isFromAnotherClock(-sinceNote, times))) {
      return;
    }
    AccessRecord access = of(shown, times);
    state.times().accessNoted(times.thisAccessedTime());
    tools.metrics().increment(Metric.BACKUPS_TOUCHED);
    long refreshedBefore = state.times().refreshedAt();
    state.times().refreshed(now);
    var unused =
        new Refresh(session, times, access)
            .perform(ATTEMPTS)
            .thenAccept(
                isExtended -> {
                  if (!isExtended) { // the next request tries it again
                    state.times().notRefreshed(now, refreshedBefore);
                  }
                });
  }

  /** Notes when the session was used last, if the record is behind that. */
  void noteUse(SessionInstance session) {
    InstanceState state = session.instanceState();
    SessionTimes times = session.times();
    long shown = versionToNote(session);
    if (shown > 0 && times.thisAccessedTime() - state.times().notedAccess() >= RESOLUTION_MILLIS) {
      state.times().accessNoted(times.thisAccessedTime());
      note(session, of(shown, times));
    }
  }

  /**
   * Returns whether the last note lies so far ahead that waiting for its time could cost the
   * session its record: the clock that it was made by was ahead, or this one was set back.
   */
  private static boolean isFromAnotherClock(long millisAhead, SessionTimes times) {
    long mostAhead = RecordLifetime.slackMillis(times.maxInactiveInterval());
    return millisAhead > Math.min(SessionAge.TOLERATED_MILLIS, mostAhead);
  }

  /** Extends the record of one session, whatever instance of it was used. */
  private final class Refresh {

    private final SessionInstance session;
    private final SessionId id;
    private final InstanceState state;
    private final SessionTimes times;
    private final AccessRecord access;

    /** The version that was extended last; 0 if none was yet. */
    private long extended;

    /** Completes with true if all nodes have answered to that. */
    private CompletableFuture<Boolean> told = CompletableFuture.completedFuture(true);

    Refresh(SessionInstance session, SessionTimes times, AccessRecord access) {
      this.session = session;
      this.id = session.sessionId();
      this.state = session.instanceState();
      this.times = times;
      this.access = access;
    }

    /** Completes with whether all nodes that should have the record know how long to keep it. */
    CompletableFuture<Boolean> perform(int attempts) {
      return tools.store().load(id).thenCompose(found -> extend(found, attempts));
    }

    private CompletableFuture<Boolean> extend(FoundRecord found, int attempts) {
      state.found(found);
      TimeToLive timeToLive = found.version() == extended ? null : timeToLiveOf(found.state());
      if (isSticky && extended == 0 && isEvicted(found)) {
        var unused = repair.apply(session);
      }
      if (timeToLive == null) {
        boolean isAnswered = !(found.state() instanceof State.Unavailable);
        return told.thenApply(all -> all && isAnswered);
      }
      if (extended == 0 && isNews(found.state())) {
        tools.store().noteAccess(id, access, timeToLive);
      }
      told = tools.store().touch(id, timeToLive);
      extended = found.version();
      return attempts > 1 ? perform(attempts - 1) : told;
    }

    private boolean isEvicted(FoundRecord found) {
      return found.state() instanceof State.Absent || tools.store().isMissingOnTarget(found);
    }

    /**
     * How long nodes keep what was found; null if that needs no extension. The tombstone of a
     * session that has ended meanwhile may just have been cut to the life of its record.
     */
    private @Nullable TimeToLive timeToLiveOf(State found) {
      boolean isToBeExtended =
          found instanceof State.Present present
              ? present.snapshot().times().creationTime() == times.creationTime()
              : found instanceof State.Ended && extended != 0;
      return isToBeExtended
          ? tools.lifetimeOf(found, state.writer().withLongestInterval(times))
          : null;
    }

    /** Returns whether the record has no later access. */
    private boolean isNews(State state) {
      return state instanceof State.Present present
          && present.snapshot().times().thisAccessedTime() < access.thisAccessedTime();
    }
  }
}
