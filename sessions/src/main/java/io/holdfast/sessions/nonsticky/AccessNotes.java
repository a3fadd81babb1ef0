package io.holdfast.sessions.nonsticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.backup.RefreshRule;
import io.holdfast.sessions.repository.NonStickyRecord;
import io.holdfast.sessions.repository.NonStickyRecord.State;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Notes in the store when sessions were used that did not change, and extends the time to live of
 * their records.
 *
 * <p>An instance may be older than the record, and know another interval. So a record is extended
 * by its own interval, for which the nodes are asked first. They are asked once more behind that:
 * another Tomcat may have replaced the record in between, and its interval holds then.
 */
final class AccessNotes {

  /** How exact the time of the last access is in the store. */
  private static final long RESOLUTION_MILLIS = 1_000;

  /** Each further one means that another Tomcat has written meanwhile. */
  private static final int ATTEMPTS = 5;

  private final NonStickyTools tools;

  AccessNotes(NonStickyTools tools) {
    this.tools = tools;
  }

  /**
   * A request that used the session has ended. Notes the time, unless the record has it exactly
   * enough; waits for no answer.
   */
  void requestEnded(NonStickySession session) {
    NonStickyState state = session.instanceState();
    SessionTimes times = session.times();
    long shown = state.shownVersion();
    if (!session.isLive()
        || state.hasEnded()
        || shown <= 0
        || times.thisAccessedTime() - state.notedAccess() < RESOLUTION_MILLIS) {
      return;
    }
    AccessRecord access =
        new AccessRecord(shown, times.lastAccessedTime(), times.thisAccessedTime());
    state.accessNoted(times.thisAccessedTime());
    long now = tools.clock().millis();
    if (!RefreshRule.isDue(times.maxInactiveInterval(), now - state.refreshedAt())) {
      tools.repository().noteAccess(session.sessionId(), access, tools.lifetime().of(times));
      return;
    }
    tools.metrics().increment(Metric.BACKUPS_TOUCHED);
    state.refreshed(now);
    var unused = new Refresh(session, times, access).perform(ATTEMPTS);
  }

  /** Extends the record of one session, whatever instance of it was used. */
  private final class Refresh {

    private final SessionId id;
    private final NonStickyState state;
    private final SessionTimes times;
    private final AccessRecord access;

    /** The version that was extended last; 0 if none was yet. */
    private long extended;

    Refresh(NonStickySession session, SessionTimes times, AccessRecord access) {
      this.id = session.sessionId();
      this.state = session.instanceState();
      this.times = times;
      this.access = access;
    }

    CompletableFuture<Void> perform(int attempts) {
      return tools.repository().load(id).thenCompose(found -> extend(found, attempts));
    }

    private CompletableFuture<Void> extend(NonStickyRecord found, int attempts) {
      state.found(found);
      TimeToLive timeToLive = found.version() == extended ? null : timeToLiveOf(found.state());
      if (timeToLive == null) {
        return CompletableFuture.completedFuture(null);
      }
      if (extended == 0 && isNews(found.state())) {
        tools.repository().noteAccess(id, access, timeToLive);
      }
      tools.repository().touch(id, timeToLive);
      extended = found.version();
      return attempts > 1 ? perform(attempts - 1) : CompletableFuture.completedFuture(null);
    }

    /**
     * How long nodes keep what was found; null if that needs no extension. The tombstone of a
     * session that has ended meanwhile may just have been cut to the life of its record.
     */
    private @Nullable TimeToLive timeToLiveOf(State found) {
      if (found instanceof State.Present present) {
        return present.snapshot().times().creationTime() == times.creationTime()
            ? tools.lifetimeOf(found, times)
            : null;
      }
      return found instanceof State.Ended && extended != 0
          ? tools.lifetimeOf(found, state.withLongestInterval(times))
          : null;
    }

    /** Whether nobody has noted a later access. */
    private boolean isNews(State state) {
      return state instanceof State.Present present
          && present.snapshot().times().thisAccessedTime() < access.thisAccessedTime();
    }
  }
}
