package io.holdfast.core.flow;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.repository.SharedRecord;
import io.holdfast.core.repository.SharedRecord.State;
import io.holdfast.core.repository.SharedRepository;
import io.holdfast.core.repository.SharedWrite;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Leaves tombstones where sessions have ended, so that no late writer brings them back; where no
 * node takes one, that is made up for when one is there again.
 */
final class SharedEnds {

  /** Each lost attempt means that somebody else has written meanwhile. */
  private static final int ATTEMPTS = 100;

  /** How long the end of a session is remembered that would never have expired. */
  private static final Duration END_OF_UNLIMITED = Duration.ofDays(30);

  private final SharedRepository repository;
  private final RandomGenerator random;
  private final InstantSource clock;
  private final PendingEnds pending = new PendingEnds();

  SharedEnds(SharedRepository repository, RandomGenerator random, InstantSource clock) {
    this.repository = repository;
    this.random = random;
    this.clock = clock;
  }

  /** Whether a session has ended here, and no node knows yet. */
  boolean isPending(SessionId id) {
    return pending.contains(id);
  }

  /** A session has ended here. */
  CompletableFuture<Void> end(SharedSession session) {
    SharedState state = session.sharedState();
    state.end();
    return state.mayBeStored()
        ? end(session.sessionId(), state.basis(), session.times())
        : CompletableFuture.completedFuture(null);
  }

  /** A node is there again: sessions that ended meanwhile get their tombstones. */
  void nodeReturned() {
    pending
        .all()
        .forEach(
            (id, times) -> {
              var unused = end(id, null, times);
            });
  }

  private CompletableFuture<Void> end(
      SessionId id, @Nullable SharedRecord basis, SessionTimes times) {
    return end(id, basis, times, found -> CompletableFuture.completedFuture(null));
  }

  /**
   * Ends a session under an id.
   *
   * @param basis what is known to lie there; null if nothing is known
   * @param times of the session
   * @param before is given what others have stored there since, and completes when that may end
   */
  CompletableFuture<Void> end(
      SessionId id,
      @Nullable SharedRecord basis,
      SessionTimes times,
      Function<SessionSnapshot, CompletableFuture<?>> before) {
    pending.add(id, times);
    Ending ending = new Ending(id, times, before);
    return (basis == null ? ending.lookAndEnd(ATTEMPTS) : ending.endOver(basis, ATTEMPTS))
        .thenAccept(
            done -> {
              if (done) {
                pending.remove(id);
              }
            });
  }

  /** One session on its way to its end. */
  private final class Ending {

    private final SessionId id;
    private final SessionTimes times;
    private final Function<SessionSnapshot, CompletableFuture<?>> before;

    Ending(
        SessionId id, SessionTimes times, Function<SessionSnapshot, CompletableFuture<?>> before) {
      this.id = id;
      this.times = times;
      this.before = before;
    }

    CompletableFuture<Boolean> lookAndEnd(int attempts) {
      return repository
          .load(id)
          .thenCompose(
              found -> {
                if (found.state() instanceof State.Ended) {
                  return CompletableFuture.completedFuture(true);
                }
                if (!(found.state() instanceof State.Present present)) {
                  return endOver(found, attempts);
                }
                SessionSnapshot snapshot = present.snapshot();
                return snapshot.times().creationTime() == times.creationTime()
                    ? before.apply(snapshot).thenCompose(done -> endOver(found, attempts))
                    : CompletableFuture.completedFuture(true);
              });
    }

    CompletableFuture<Boolean> endOver(SharedRecord basis, int attempts) {
      return write(basis, times)
          .thenCompose(
              result ->
                  result instanceof SharedWrite.Conflict && attempts > 1
                      ? lookAndEnd(attempts - 1)
                      : CompletableFuture.completedFuture(result instanceof SharedWrite.Stored));
    }
  }

  private CompletableFuture<SharedWrite> write(SharedRecord basis, SessionTimes times) {
    Tombstone tombstone =
        new Tombstone(
            basis.id(), RecordVersion.next(basis.version(), random), times.creationTime());
    return repository.end(basis, tombstone, timeToLive(times));
  }

  /** As long as any copy of the record may live. */
  private static TimeToLive timeToLive(SessionTimes times) {
    return times.maxInactiveInterval() <= 0
        ? new TimeToLive(END_OF_UNLIMITED.toSeconds())
        : SharedSave.timeToLive(times);
  }

  // ---- sessions whose time is up ----

  /**
   * Ends a session for everybody whose time seems to be up here, unless others have used it since
   * or have ended it.
   *
   * @return whether it was ended by this call
   */
  CompletableFuture<Boolean> expire(SharedSession session) {
    return claim(session)
        .thenApply(
            claimed -> {
              if (claimed) {
                session.sharedState().end();
              }
              return claimed;
            });
  }

  private CompletableFuture<Boolean> claim(SharedSession session) {
    return repository
        .load(session.sessionId())
        .thenCompose(
            found -> {
              if (!(found.state() instanceof State.Present present)) {
                return CompletableFuture.completedFuture(
                    !(found.state() instanceof State.Ended) && isLastKnownHere(session));
              }
              SessionTimes times = present.snapshot().times();
              return isIdle(times) && times.creationTime() == session.times().creationTime()
                  ? write(found, times).thenApply(SharedWrite.Stored.class::isInstance)
                  : CompletableFuture.completedFuture(false);
            });
  }

  private boolean isIdle(SessionTimes times) {
    return times.maxInactiveInterval() > 0
        && clock.millis() - times.thisAccessedTime() >= times.maxInactiveInterval() * 1000L;
  }

  /** Whether nobody but this Tomcat can know the session any more. */
  private static boolean isLastKnownHere(SharedSession session) {
    SharedState state = session.sharedState();
    return !state.hasEnded() && (state.isUnsaved() || state.isWrittenHere());
  }
}
