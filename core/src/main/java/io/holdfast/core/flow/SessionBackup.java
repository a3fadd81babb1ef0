package io.holdfast.core.flow;

import io.holdfast.core.backup.BackupAction;
import io.holdfast.core.backup.BackupPolicy;
import io.holdfast.core.backup.BackupQuestion;
import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.repository.SaveResult;
import io.holdfast.core.repository.SessionRepository;
import io.holdfast.core.routing.NodeHealth;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.spill.LastResort;
import io.holdfast.core.storage.TimeToLive;
import java.time.InstantSource;
import java.util.ConcurrentModificationException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One backup of one session, on a backup thread: looks at the session as it is now, and skips,
 * touches or stores.
 */
final class SessionBackup {

  private static final System.Logger LOG = System.getLogger(SessionBackup.class.getName());

  private static final long NOTICEABLE_MILLIS = 1_000;

  private final SessionRepository repository;
  private final SnapshotCodec codec;
  private final LastResort files;
  private final SessionMetrics metrics;
  private final InstantSource clock;
  private final CarefulSave careful;

  SessionBackup(
      SessionRepository repository,
      SnapshotCodec codec,
      LastResort files,
      SessionMetrics metrics,
      InstantSource clock) {
    this.repository = repository;
    this.codec = codec;
    this.files = files;
    this.metrics = metrics;
    this.clock = clock;
    this.careful = new CarefulSave(repository, codec, metrics);
  }

  /** Whether a backup could do anything; cheap, for the request's own thread. */
  boolean mayBeNeeded(LiveSession session) {
    BackupState state = session.backupState();
    StoredState stored = state.stored();
    if (!session.isLive()) {
      return false;
    }
    if (!stored.isStored()) {
      boolean worthTrying = !state.isTooLarge() || state.isTouched();
      return worthTrying && !repository.targets(session.sessionId()).isEmpty();
    }
    return state.isTouched()
        || !StoredState.Header.of(session).equals(stored.header())
        || RefreshRule.isDue(
            session.times().maxInactiveInterval(), clock.millis() - stored.refreshedAt());
  }

  /**
   * Backs the session up, or deletes its record once the session was removed. One that is merely
   * forgotten goes on elsewhere: its record is left alone.
   *
   * @return whether the store now holds what it should, in as many copies as there should be, as
   *     far as that is possible
   */
  boolean run(LiveSession session) {
    BackupState state = session.backupState();
    state.lock().lock();
    try {
      if (state.isRemoved()) {
        files.ended(session.sessionId());
        return repository.delete(session.sessionId()).join();
      }
      return !session.isLive() || perform(session, state);
    } catch (ConcurrentModificationException e) {
      state.attributesTouched();
      metrics.increment(Metric.BACKUPS_FAILED);
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "Session %s changes all the time; later".formatted(session.sessionId()));
      return false;
    } catch (RuntimeException | Error e) {
      state.attributesTouched(); // the note was taken back, and nothing was stored
      throw e;
    } finally {
      state.lock().unlock();
    }
  }

  /** Deletes the record under an id that the session had before; after a backup that runs. */
  void deleteFormer(LiveSession session, SessionId formerId) {
    BackupState state = session.backupState();
    state.lock().lock();
    try {
      files.ended(formerId);
      repository.delete(formerId).join();
    } finally {
      state.lock().unlock();
    }
  }

  /** Whether the session was used noticeably later than its record says. */
  boolean areTimesBehind(LiveSession session) {
    StoredState stored = session.backupState().stored();
    return session.isLive()
        && stored.isStored()
        && session.times().thisAccessedTime() - stored.refreshedAt() > NOTICEABLE_MILLIS;
  }

  /** Extends the record's time to live and notes when the session was used. */
  void refresh(LiveSession session) {
    BackupState state = session.backupState();
    state.lock().lock();
    try {
      if (session.isLive()) {
        touch(session, state);
      }
    } finally {
      state.lock().unlock();
    }
  }

  private boolean perform(LiveSession session, BackupState state) {
    StoredState stored = state.stored();
    StoredState.Header header = StoredState.Header.of(session);
    boolean touched = state.takeTouched();
    boolean headerChanged = !header.equals(stored.header());
    boolean misplaced = !stored.isStored() || !isWhereItShouldBe(session) || state.isInDoubt();
    @Nullable EncodedAttributes attributes =
        misplaced || touched || headerChanged
            ? codec.encode(session.sessionId(), session.storableAttributes())
            : null;
    @Nullable Fingerprint fingerprint =
        attributes == null ? stored.attributes() : Fingerprint.of(attributes);
    BackupAction action =
        BackupPolicy.decide(
            new BackupQuestion(
                misplaced,
                headerChanged,
                fingerprint != null && !fingerprint.equals(stored.attributes()),
                clock.millis() - stored.refreshedAt(),
                header.maxInactiveInterval()));
    return switch (action) {
      case SKIP -> {
        metrics.increment(Metric.BACKUPS_SKIPPED);
        yield true;
      }
      case TOUCH -> touch(session, state);
      case STORE ->
          attributes == null
              || fingerprint == null
              || store(session, state, header, attributes, fingerprint);
    };
  }

  private boolean store(
      LiveSession session,
      BackupState state,
      StoredState.Header header,
      EncodedAttributes attributes,
      Fingerprint fingerprint) {
    SessionId id = header.id();
    SessionSnapshot snapshot = next(session, state, header, attributes, fingerprint);
    if (state.isRemoved()) {
      return repository.delete(id).join();
    }
    long now = clock.millis();
    SaveResult result = save(session, snapshot, timeToLive(header.maxInactiveInterval()));
    if (result instanceof SaveResult.Stored stored) {
      state.stored(snapshot.version(), header, fingerprint, stored.nodeIds(), now);
      files.stored(id);
      return stored.nodeIds().size() >= repository.targets(id).size();
    }
    if (result instanceof SaveResult.Overtaken) {
      return true;
    }
    state.lost();
    if (result instanceof SaveResult.TooLarge tooLarge) {
      if (state.becameTooLarge()) {
        SizeWarning.log(id, tooLarge.bytes(), tooLarge.remedy());
      }
      return true;
    }
    state.attributesTouched();
    return false;
  }

  private SessionSnapshot next(
      LiveSession session,
      BackupState state,
      StoredState.Header header,
      EncodedAttributes attributes,
      Fingerprint fingerprint) {
    long version = state.versionOf(header, fingerprint);
    return new SessionSnapshot(
            header.id(),
            version,
            timesAtEndOfRequest(session, state),
            header.authType(),
            codec.encodePrincipal(header.id(), session.storablePrincipal()),
            codec.encodeNotes(header.id(), session.storableNotes()),
            attributes)
        .withLineage(state.lineage(version));
  }

  /**
   * The session as a file should have it; null if a node that answers has it.
   *
   * @throws ConcurrentModificationException if another thread changed a collection at each attempt
   */
  @Nullable SessionSnapshot unstored(LiveSession session, NodeHealth health) {
    BackupState state = session.backupState();
    StoredState stored = state.stored();
    StoredState.Header header = StoredState.Header.of(session);
    boolean isStored =
        stored.nodeIds().stream().anyMatch(health::isAvailable)
            && !state.isTouched()
            && header.equals(stored.header());
    if (isStored || !session.isLive()) {
      return null;
    }
    EncodedAttributes attributes = codec.encode(header.id(), session.storableAttributes());
    return next(session, state, header, attributes, Fingerprint.of(attributes));
  }

  private SaveResult save(LiveSession session, SessionSnapshot snapshot, TimeToLive timeToLive) {
    return session.backupState().isInDoubt()
        ? careful.perform(session, snapshot, timeToLive)
        : repository.save(snapshot, timeToLive).join();
  }

  private boolean touch(LiveSession session, BackupState state) {
    StoredState stored = state.stored();
    SessionTimes times = timesAtEndOfRequest(session, state);
    long now = clock.millis();
    boolean found =
        repository
            .touch(
                session.sessionId(),
                stored.nodeIds(),
                new AccessRecord(
                    stored.version(), times.lastAccessedTime(), times.thisAccessedTime()),
                timeToLive(times.maxInactiveInterval()))
            .join();
    if (found) {
      metrics.increment(Metric.BACKUPS_TOUCHED);
      state.refreshed(now);
      return true;
    }
    // The node lost the record, or does not answer: write it again, wherever there is a place.
    state.lost();
    return perform(session, state);
  }

  /**
   * The times as they will be once the request has ended: a backup may be taken just before, and
   * the next Tomcat must see when the session was last used.
   */
  private static SessionTimes timesAtEndOfRequest(LiveSession session, BackupState state) {
    SessionTimes times = session.times();
    long end = state.lastRequestEnd();
    return times.withAccess(
        Math.max(times.lastAccessedTime(), end), Math.max(times.thisAccessedTime(), end));
  }

  private static TimeToLive timeToLive(int maxInactiveInterval) {
    return new TimeToLive(RefreshRule.timeToLiveSeconds(maxInactiveInterval));
  }

  /** Whether the session's record is where it should be now; for repair after nodes changed. */
  boolean isWhereItShouldBe(LiveSession session) {
    return Set.copyOf(session.backupState().nodeIds())
        .containsAll(repository.targets(session.sessionId()));
  }
}
