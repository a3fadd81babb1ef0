package io.holdfast.core.expiry;

import io.holdfast.core.model.OrphanedSession;
import io.holdfast.core.model.RecordLifetime;
import io.holdfast.core.model.SessionAge;
import io.holdfast.core.model.StoredState;
import io.holdfast.core.repository.ExpiryIndex;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notes for other Tomcats when sessions that are stored here will be over. */
public final class ExpiryNotes {

  /** Notes nothing: sessions whose Tomcats are all gone end without anybody's hearing of it. */
  public static final ExpiryNotes NONE = new ExpiryNotes(null);

  /** Tomcat does other things for its applications on the same thread. */
  private static final Duration LONGEST_SWEEP = Duration.ofSeconds(10);

  private final @Nullable ExpiryIndex index;
  private final RecordLifetime lifetime;

  public ExpiryNotes(@Nullable ExpiryIndex index) {
    this.index = index;
    this.lifetime = index == null ? RecordLifetime.SHORTEST : new RecordLifetime(ExpiryIndex.GRACE);
  }

  /** Whether anything is noted. */
  public boolean areKept() {
    return index != null;
  }

  /** How long records are kept: for those who look for sessions that are over, longer. */
  public RecordLifetime lifetime() {
    return lifetime;
  }

  /**
   * Looks for sessions whose Tomcats are gone.
   *
   * @param store tells what became of a session
   * @param patience how long to wait for the nodes at most, at a time
   * @return null if nothing is noted
   */
  public <T> @Nullable OrphanExpiry<T> sweep(
      Function<SessionId, CompletableFuture<OrphanedSession<T>>> store, Duration patience) {
    return index == null
        ? null
        : new OrphanExpiry<>(index, store, patience, LONGEST_SWEEP, System::nanoTime);
  }

  /**
   * A session is about to be stored. Before that is sent, so that the note is not lost where this
   * Tomcat dies as soon as the session is safe. Nothing needs to be noted if only its time goes on:
   * who finds it used puts it off.
   *
   * @param before what the record said before; null if there was none, or if that is not known
   * @param now what it will say
   */
  public void beforeSave(
      StoredState.@Nullable Header before, StoredState.Header now, SessionTimes times) {
    boolean isNoted =
        before != null
            && before.id().base().equals(now.id().base())
            && before.maxInactiveInterval() == now.maxInactiveInterval();
    if (index != null && !isNoted && times.maxInactiveInterval() > 0) {
      var unused = index.note(now.id(), SessionAge.overAt(times));
    }
  }
}
