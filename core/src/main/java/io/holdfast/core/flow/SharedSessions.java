package io.holdfast.core.flow;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.flow.SharedAttributes.Encoded;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.repository.SharedRecord;
import io.holdfast.core.repository.SharedRecord.State;
import io.holdfast.core.repository.SharedRepository;
import io.holdfast.core.repository.SharedWrite;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ConcurrentModificationException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The steps around a request for a session that any Tomcat may serve: look before it is used, save
 * before the client can act on the response, leave a tombstone when it ends.
 *
 * <p>No method blocks; every future completes normally.
 */
public final class SharedSessions {

  private static final System.Logger LOG = System.getLogger(SharedSessions.class.getName());

  /** How exact the time of the last access is in the store. */
  private static final long ACCESS_RESOLUTION_MILLIS = 1_000;

  private static final int END_ATTEMPTS = 100;
  private static final int DIVIDED_ATTEMPTS = 3;
  private static final long LONGEST_PAUSE_MILLIS = 10;

  /** How long the end of a session is remembered that would never have expired. */
  private static final Duration END_OF_UNLIMITED = Duration.ofDays(30);

  private final SharedRepository repository;
  private final SnapshotCodec codec;
  private final Granularity granularity;
  private final ScheduledExecutorService timer;
  private final RandomGenerator random;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final SessionAge age;
  private final PendingEnds pendingEnds = new PendingEnds();

  SharedSessions(
      SharedRepository repository,
      SnapshotCodec codec,
      Granularity granularity,
      ScheduledExecutorService timer,
      RandomGenerator random,
      InstantSource clock,
      SessionMetrics metrics) {
    this.repository = repository;
    this.codec = codec;
    this.granularity = granularity;
    this.timer = timer;
    this.random = random;
    this.clock = clock;
    this.metrics = metrics;
    this.age = new SessionAge(clock);
  }

  // ---- before a request uses the session ----

  /** The attributes of a session that is created here just now. */
  public SharedAttributes noAttributes() {
    return new SharedAttributes(codec, granularity, EncodedAttributes.none());
  }

  /**
   * Looks what the store says of a session, in one round trip.
   *
   * @param local the instance that is here; null if there is none
   * @param leased whether the caller has just got the lease: then nobody who read the session
   *     before can write it any more
   */
  public CompletableFuture<SharedOpening> open(
      SessionId id, @Nullable SharedSession local, boolean leased) {
    if (pendingEnds.contains(id)) {
      return CompletableFuture.completedFuture(new SharedOpening.Nothing());
    }
    CompletableFuture<SharedRecord> found =
        leased ? repository.loadFenced(id) : loadUndivided(id, DIVIDED_ATTEMPTS);
    return found.thenCompose(record -> joined(record, local));
  }

  /** What could not be stored while no node answered goes into the record first. */
  private CompletableFuture<SharedOpening> joined(
      SharedRecord record, @Nullable SharedSession local) {
    boolean isOwed =
        local != null
            && local.sharedState().isUnsaved()
            && record.state() instanceof State.Present
            && !local.sharedState().shows(record.version());
    if (local == null || !isOwed) {
      return CompletableFuture.completedFuture(opening(record, local));
    }
    return save(local)
        .thenCompose(outcome -> repository.load(record.id()))
        .thenApply(merged -> opening(merged, local));
  }

  /** Two records that cross are about to be joined by one of their writers: gives it a moment. */
  private CompletableFuture<SharedRecord> loadUndivided(SessionId id, int attempts) {
    return repository
        .load(id)
        .thenCompose(
            found ->
                found.rival() == null || attempts == 1
                    ? CompletableFuture.completedFuture(found)
                    : pause().thenCompose(over -> loadUndivided(id, attempts - 1)));
  }

  private CompletableFuture<Void> pause() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    try {
      long millis = random.nextLong(1, LONGEST_PAUSE_MILLIS);
      var unused = timer.schedule(() -> over.complete(null), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The application is stopping", e);
      over.complete(null);
    }
    return over;
  }

  private SharedOpening opening(SharedRecord record, @Nullable SharedSession local) {
    boolean usable = local != null && local.isLive() && !local.sharedState().hasEnded();
    if (record.state() instanceof State.Present present) {
      if (age.isOver(present.snapshot().times())) {
        return new SharedOpening.Nothing();
      }
      if (usable && local != null && local.sharedState().shows(record.version())) {
        local.sharedState().lookedUp(record);
        return new SharedOpening.Local(age.inUse(present.snapshot().times()));
      }
      return restore(record, present.snapshot());
    }
    boolean isOver = record.state() instanceof State.Ended ended && isEndOf(ended, local);
    if (!usable || local == null || isOver) {
      return new SharedOpening.Nothing();
    }
    local.sharedState().lookedUp(record);
    return new SharedOpening.Local(null);
  }

  /** Whether a tombstone is of this session, not of one that had its id before. */
  private static boolean isEndOf(State.Ended ended, @Nullable SharedSession local) {
    return local == null || ended.tombstone().creationTime() == local.times().creationTime();
  }

  private SharedOpening restore(SharedRecord record, SessionSnapshot snapshot) {
    try {
      SessionTimes times = age.inUse(snapshot.times());
      return new SharedOpening.Fresh(
          snapshot.id(),
          times,
          snapshot.authType(),
          codec.decodePrincipal(snapshot.principal()),
          new SharedAttributes(codec, granularity, snapshot.attributes()),
          SharedState.of(record, snapshot.principal(), snapshot.times().thisAccessedTime()));
    } catch (TranscoderException e) {
      metrics.increment(Metric.LOADS_UNREADABLE);
      LOG.log(
          System.Logger.Level.WARNING,
          "The record of session {0} cannot be decoded and counts as absent: {1}",
          snapshot.id(),
          e.getMessage());
      return new SharedOpening.Nothing();
    }
  }

  // ---- before the response leaves ----

  /** Whether a save could do anything; cheap. */
  public boolean mayHaveChanged(SharedSession session) {
    SharedState state = session.sharedState();
    return session.isLive()
        && !state.hasEnded()
        && (session.sharedAttributes().mayHaveChanged()
            || state.isUnsaved()
            || !SharedSave.headerOf(session).equals(state.header()));
  }

  /** Saves what has changed, behind a save of the same instance that is on its way. */
  public CompletableFuture<SaveOutcome> save(SharedSession session) {
    if (!mayHaveChanged(session)) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    CompletableFuture<SaveOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> before = session.sharedState().enqueue(outcome);
    if (before.isDone()) {
      saveNow(session, outcome);
    } else {
      var unused = before.whenCompleteAsync((done, failure) -> saveNow(session, outcome), timer);
    }
    return outcome;
  }

  private void saveNow(SharedSession session, CompletableFuture<SaveOutcome> outcome) {
    var unused =
        saveAlone(session)
            .exceptionally(
                failure -> {
                  LOG.log(
                      System.Logger.Level.WARNING,
                      "Session " + session.sessionId() + " could not be saved",
                      failure);
                  session.sharedState().saveFailed();
                  return SaveOutcome.FAILED;
                })
            .thenAccept(outcome::complete);
  }

  private CompletableFuture<SaveOutcome> saveAlone(SharedSession session) {
    SharedState state = session.sharedState();
    if (!mayHaveChanged(session)) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    try {
      Encoded encoded =
          session
              .sharedAttributes()
              .encode(session.sessionId(), session::isStorable, state.nobodyAtWork());
      boolean changed =
          !encoded.changed().isEmpty()
              || state.isUnsaved()
              || !SharedSave.headerOf(session).equals(state.header());
      if (!changed) {
        metrics.increment(Metric.BACKUPS_SKIPPED);
        return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
      }
      Runnable mend = () -> mend(session, encoded.changed());
      return new SharedSave(repository, codec, random, clock, metrics, session, encoded, mend)
          .perform();
    } catch (ConcurrentModificationException e) {
      metrics.increment(Metric.BACKUPS_FAILED);
      return CompletableFuture.completedFuture(SaveOutcome.FAILED);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** This Tomcat's record and another's have crossed: what changed here is written again. */
  private void mend(SharedSession session, Set<String> changed) {
    metrics.increment(Metric.DIVERGENCES);
    LOG.log(
        System.Logger.Level.WARNING,
        "Session {0} was stored by two Tomcats that see different nodes; their changes are joined",
        session.sessionId());
    session.sharedAttributes().writeAgain(changed);
    session.sharedState().writeAgain();
    var unused = save(session);
  }

  /**
   * A request that used the session is over. Notes in the store when that was, unless it is known
   * well enough; nobody waits for it.
   */
  public void requestEnded(SharedSession session) {
    SharedState state = session.sharedState();
    SessionTimes times = session.times();
    long shown = state.shownVersion();
    if (!session.isLive() || state.hasEnded() || shown <= 0) {
      return;
    }
    if (times.thisAccessedTime() - state.notedAccess() < ACCESS_RESOLUTION_MILLIS) {
      return;
    }
    boolean extend =
        RefreshRule.isDue(times.maxInactiveInterval(), clock.millis() - state.refreshedAt());
    repository.noteAccess(
        session.sessionId(),
        new AccessRecord(shown, times.lastAccessedTime(), times.thisAccessedTime()),
        SharedSave.timeToLive(times),
        extend);
    state.accessNoted(times.thisAccessedTime());
    if (extend) {
      metrics.increment(Metric.BACKUPS_TOUCHED);
      state.refreshed(clock.millis());
    }
  }

  // ---- the end ----

  /**
   * The session has ended here. Leaves a tombstone, so that no late writer brings it back; where no
   * node takes it, that is made up for when one is there again.
   */
  public CompletableFuture<Void> end(SharedSession session) {
    SharedState state = session.sharedState();
    state.end();
    return state.mayBeStored()
        ? end(session.sessionId(), state.basis(), session.times())
        : CompletableFuture.completedFuture(null);
  }

  /**
   * The time of an instance that is here seems to be up. Ends the session for everybody, unless
   * others have used it since or have ended it.
   *
   * @return whether the session was ended by this call, which happens once among all Tomcats: the
   *     application is to be told here
   */
  public CompletableFuture<Boolean> expire(SharedSession session) {
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
    SessionId id = session.sessionId();
    return repository
        .load(id)
        .thenCompose(
            found -> {
              if (!(found.state() instanceof State.Present present)) {
                return CompletableFuture.completedFuture(
                    !(found.state() instanceof State.Ended) && isLastKnownHere(session));
              }
              SessionTimes times = present.snapshot().times();
              return isIdle(times) && times.creationTime() == session.times().creationTime()
                  ? claimEnd(id, found, times)
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

  private CompletableFuture<Boolean> claimEnd(
      SessionId id, SharedRecord found, SessionTimes times) {
    Tombstone tombstone =
        new Tombstone(id, RecordVersion.next(found.version(), random), times.creationTime());
    return repository
        .end(found, tombstone, timeToLiveOfEnd(times))
        .thenApply(SharedWrite.Stored.class::isInstance);
  }

  // ---- nodes come and go ----

  /**
   * Brings the copies of a session up to date after nodes were lost or came back; a session that no
   * node has any more is stored from the instance that is here.
   */
  public CompletableFuture<Void> repair(SharedSession session) {
    return repository
        .load(session.sessionId())
        .thenCompose(
            found -> {
              if (found.state() instanceof State.Present && session.sharedState().isUnsaved()) {
                return save(session).thenApply(outcome -> null);
              }
              if (found.state() instanceof State.Present) {
                return repository.repair(found, SharedSave.timeToLive(session.times()));
              }
              if (found.state() instanceof State.Ended || !session.isLive()) {
                return CompletableFuture.completedFuture(null);
              }
              session.sharedState().lookedUp(found);
              session.sharedState().writeAgain();
              return save(session).thenApply(outcome -> null);
            });
  }

  /** A node is there again: sessions that ended meanwhile get their tombstones. */
  public void nodeReturned() {
    pendingEnds
        .all()
        .forEach(
            (id, times) -> {
              var unused = end(id, null, times);
            });
  }

  /** The session has another id: it is saved under that, and ended under the former one. */
  public CompletableFuture<SaveOutcome> renamed(SharedSession session, SessionId former) {
    if (former.base().equals(session.sessionId().base())) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    SharedRecord basis = session.sharedState().moveTo(session.sessionId());
    return save(session)
        .thenCompose(
            outcome ->
                end(former, basis.id().equals(former) ? basis : null, session.times())
                    .thenApply(ended -> outcome));
  }

  private CompletableFuture<Void> end(
      SessionId id, @Nullable SharedRecord basis, SessionTimes times) {
    pendingEnds.add(id, times);
    CompletableFuture<Boolean> ended =
        basis == null
            ? lookAndEnd(id, times, END_ATTEMPTS)
            : endOver(id, basis, times, END_ATTEMPTS);
    return ended.thenAccept(
        done -> {
          if (done) {
            pendingEnds.remove(id);
          }
        });
  }

  private CompletableFuture<Boolean> lookAndEnd(SessionId id, SessionTimes times, int attempts) {
    return repository
        .load(id)
        .thenCompose(
            found ->
                found.state() instanceof State.Ended || isAnother(found, times)
                    ? CompletableFuture.completedFuture(true)
                    : endOver(id, found, times, attempts));
  }

  /** As long as any copy of the record may live. */
  private static TimeToLive timeToLiveOfEnd(SessionTimes times) {
    return times.maxInactiveInterval() <= 0
        ? new TimeToLive(END_OF_UNLIMITED.toSeconds())
        : SharedSave.timeToLive(times);
  }

  private static boolean isAnother(SharedRecord found, SessionTimes times) {
    return found.state() instanceof State.Present present
        && present.snapshot().times().creationTime() != times.creationTime();
  }

  private CompletableFuture<Boolean> endOver(
      SessionId id, SharedRecord basis, SessionTimes times, int attempts) {
    Tombstone tombstone =
        new Tombstone(id, RecordVersion.next(basis.version(), random), times.creationTime());
    return repository
        .end(basis, tombstone, timeToLiveOfEnd(times))
        .thenCompose(
            result ->
                result instanceof SharedWrite.Conflict && attempts > 1
                    ? lookAndEnd(id, times, attempts - 1)
                    : CompletableFuture.completedFuture(result instanceof SharedWrite.Stored));
  }
}
