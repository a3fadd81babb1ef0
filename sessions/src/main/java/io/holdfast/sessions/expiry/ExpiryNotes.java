package io.holdfast.sessions.expiry;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.model.OrphanedSession;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.SessionHeader;
import io.holdfast.sessions.model.StoreWait;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notes in the store when sessions of this Tomcat will expire, for other Tomcats. */
public final class ExpiryNotes {

  /** Notes nothing: orphaned sessions end without their events. */
  public static final ExpiryNotes NONE = new ExpiryNotes(null);

  /** Short, because Tomcat does other work for its applications on the same thread. */
  private static final Duration LONGEST_SWEEP = Duration.ofSeconds(10);

  private static final RecordLifetime WITH_GRACE = new RecordLifetime(ExpiryIndex.GRACE);

  private final @Nullable ExpiryIndex index;

  /** Creates it. */
  public ExpiryNotes(@Nullable ExpiryIndex index) {
    this.index = index;
  }

  /** How long records stay; longer if Tomcats look for orphaned sessions. */
  public RecordLifetime lifetime() {
    return index == null ? RecordLifetime.SHORTEST : WITH_GRACE;
  }

  /** Looks for orphaned sessions; null if nothing is noted. */
  public <T> @Nullable OrphanExpiry<T> sweep(
      Function<SessionId, CompletableFuture<OrphanedSession<T>>> store, StoreWait patience) {
    return index == null
        ? null
        : new OrphanExpiry<>(index, store, patience, LONGEST_SWEEP, System::nanoTime);
  }

  /**
   * Notes a session that is about to be stored. To be called before the session is sent, so that a
   * Tomcat that dies right after does not lose the note. A later use needs no note: the Tomcat that
   * finds the session used moves it to a later list.
   *
   * @param before the times in the former record; null if there was none, or they are unknown
   */
  public void beforeSave(@Nullable SessionHeader before, SessionHeader now, SessionTimes times) {
    boolean isNoted =
        before != null
            && before.base().equals(now.base())
            && before.maxInactiveInterval() == now.maxInactiveInterval();
    if (index != null && !isNoted && times.maxInactiveInterval() > 0) {
      var unused = index.note(new SessionId(now.base()), SessionAge.overAt(times));
    }
  }
}
