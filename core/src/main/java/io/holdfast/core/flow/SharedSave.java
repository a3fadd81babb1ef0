package io.holdfast.core.flow;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.flow.SharedAttributes.Encoded;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.repository.SharedRecord;
import io.holdfast.core.repository.SharedRecord.State;
import io.holdfast.core.repository.SharedRepository;
import io.holdfast.core.repository.SharedWrite;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One save of one instance: writes over what was read, and where somebody else was faster, reads
 * again, lays its own changes over that, and writes again.
 *
 * <p>A write whose answer got lost may have happened. Its version tells: what is read again under a
 * version of this save is this save's own.
 */
final class SharedSave {

  private static final System.Logger LOG = System.getLogger(SharedSave.class.getName());

  /** Each lost attempt means that somebody else has won one. */
  private static final int ATTEMPTS = 100;

  private final SharedRepository repository;
  private final SnapshotCodec codec;
  private final RandomGenerator random;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final SharedSession session;
  private final SharedState state;
  private final StoredState.Header header;
  private final StoredState.@Nullable Header before;
  private final Encoded mine;
  private final Runnable mend;
  private final Set<Long> written = new HashSet<>();

  /** Others' work that goes into the record beside this instance's. */
  private @Nullable SessionSnapshot theirs;

  SharedSave(
      SharedRepository repository,
      SnapshotCodec codec,
      RandomGenerator random,
      InstantSource clock,
      SessionMetrics metrics,
      SharedSession session,
      Encoded mine,
      Runnable mend) {
    this.repository = repository;
    this.codec = codec;
    this.random = random;
    this.clock = clock;
    this.metrics = metrics;
    this.session = session;
    this.state = session.sharedState();
    this.header = headerOf(session);
    this.before = state.header();
    this.mine = mine;
    this.mend = mend;
  }

  /** The part of the session outside its attributes; the route may be any Tomcat's. */
  static StoredState.Header headerOf(SessionView session) {
    return StoredState.Header.of(session, new SessionId(session.sessionId().base()));
  }

  static TimeToLive timeToLive(SessionTimes times) {
    return new TimeToLive(RefreshRule.timeToLiveSeconds(times.maxInactiveInterval()));
  }

  /** Saves; the future completes normally. */
  CompletableFuture<SaveOutcome> perform() {
    SharedRecord basis = state.basis();
    return basis == null ? lookAgain(ATTEMPTS) : writeOver(basis, ATTEMPTS);
  }

  private CompletableFuture<SaveOutcome> writeOver(SharedRecord basis, int attempts) {
    if (state.isLeaseLost()) {
      state.end(); // of this instance: what it shows is not what the record says
      return refused(SaveOutcome.LEASE_LOST);
    }
    SessionSnapshot snapshot;
    try {
      snapshot = snapshot();
    } catch (TranscoderException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0}: what another Tomcat stored cannot be decoded here and is replaced: {1}",
          session.sessionId(),
          e.getMessage());
      theirs = null;
      snapshot = snapshot();
    }
    written.add(snapshot.version());
    SessionSnapshot attempted = snapshot;
    return repository
        .save(basis, attempted, timeToLive(attempted.times()), state.isLeased())
        .thenCompose(result -> conclude(result, attempted, attempts));
  }

  private CompletableFuture<SaveOutcome> conclude(
      SharedWrite result, SessionSnapshot attempted, int attempts) {
    if (result instanceof SharedWrite.Stored stored) {
      CompletableFuture<SaveOutcome> saved = saved(attempted);
      var unused = stored.diverged().thenAccept(this::mendIf);
      return saved;
    }
    if (result instanceof SharedWrite.Conflict && attempts > 1) {
      return lookAgain(attempts - 1);
    }
    if (result instanceof SharedWrite.TooLarge tooLarge) {
      if (state.becameTooLarge()) {
        reportTooLarge(tooLarge.bytes());
      }
      return CompletableFuture.completedFuture(SaveOutcome.TOO_LARGE);
    }
    return failed();
  }

  private void mendIf(boolean diverged) {
    if (diverged) {
      mend.run();
    }
  }

  private CompletableFuture<SaveOutcome> lookAgain(int attempts) {
    return repository.load(session.sessionId()).thenCompose(found -> goOn(found, attempts));
  }

  private CompletableFuture<SaveOutcome> goOn(SharedRecord found, int attempts) {
    state.lookedUp(found);
    if (found.state() instanceof State.Ended && before != null) {
      state.end();
      return refused(SaveOutcome.ENDED);
    }
    if (!(found.state() instanceof State.Present present)) {
      return writeOver(found, attempts); // lost by the store, or never there under this id
    }
    SessionSnapshot newest = present.snapshot();
    if (newest.times().creationTime() != session.times().creationTime()) {
      return displaced();
    }
    SessionSnapshot rival = found.rival();
    boolean isOwn = written.contains(newest.version());
    if (isOwn && rival == null) {
      return saved(newest);
    }
    SessionSnapshot others = isOwn || state.shows(newest.version()) ? rival : newest;
    if (others != null) {
      theirs = others;
    }
    return writeOver(found, attempts);
  }

  /** Another session lies under this one's key. */
  private CompletableFuture<SaveOutcome> displaced() {
    if (before == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0} cannot be stored: another session has its key. Applications that share ids"
              + " need a storageKeyPrefix with context.",
          session.sessionId());
    }
    state.end();
    return refused(SaveOutcome.ENDED);
  }

  private CompletableFuture<SaveOutcome> saved(SessionSnapshot snapshot) {
    session.sharedAttributes().stored(mine);
    state.stored(snapshot.version(), header, snapshot.principal(), theirs == null, clock.millis());
    state.accessNoted(snapshot.times().thisAccessedTime());
    return CompletableFuture.completedFuture(SaveOutcome.SAVED);
  }

  private CompletableFuture<SaveOutcome> failed() {
    session.sharedAttributes().touchAgain(mine.changed());
    state.saveFailed();
    return CompletableFuture.completedFuture(SaveOutcome.FAILED);
  }

  private CompletableFuture<SaveOutcome> refused(SaveOutcome outcome) {
    metrics.increment(Metric.SAVES_REFUSED);
    LOG.log(
        System.Logger.Level.DEBUG,
        () -> "Changes of session %s are given up: %s".formatted(session.sessionId(), outcome));
    return CompletableFuture.completedFuture(outcome);
  }

  private void reportTooLarge(int bytes) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Session {0} is too large to be stored: {1} bytes. It lives on in this Tomcat only. Keep"
            + " less in the session, or raise maxSessionSize together with memcached''s item size"
            + " (-I).",
        session.sessionId(),
        String.valueOf(bytes));
  }

  // ---- what is written ----

  private SessionSnapshot snapshot() {
    SessionSnapshot others = theirs;
    SessionTimes own = session.times();
    long version = state.nextVersion(random);
    if (others == null) {
      return new SessionSnapshot(
          session.sessionId(),
          version,
          own,
          header.authType(),
          userOf(),
          Bytes.EMPTY,
          mine.attributes());
    }
    EncodedAttributes merged =
        session.sharedAttributes().layOver(session.sessionId(), mine, others.attributes());
    boolean ownUser = before == null || !sameUser(before, header);
    return new SessionSnapshot(
        session.sessionId(),
        version,
        merged(own, others.times()),
        ownUser ? header.authType() : others.authType(),
        ownUser ? userOf() : others.principal(),
        others.notes(),
        merged);
  }

  private SessionTimes merged(SessionTimes own, SessionTimes others) {
    boolean ownInterval =
        before == null || before.maxInactiveInterval() != own.maxInactiveInterval();
    return new SessionTimes(
        own.creationTime(),
        Math.max(own.lastAccessedTime(), others.lastAccessedTime()),
        Math.max(own.thisAccessedTime(), others.thisAccessedTime()),
        ownInterval ? own.maxInactiveInterval() : others.maxInactiveInterval());
  }

  private Bytes userOf() {
    return before != null && before.principal().equals(header.principal())
        ? state.principal()
        : codec.encodePrincipal(session.sessionId(), session.storablePrincipal());
  }

  private static boolean sameUser(StoredState.Header one, StoredState.Header other) {
    return one.principal().equals(other.principal())
        && Objects.equals(one.authType(), other.authType());
  }
}
