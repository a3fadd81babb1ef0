package io.holdfast.core.sticky;

import io.holdfast.core.backup.BackupAction;
import io.holdfast.core.backup.BackupPolicy;
import io.holdfast.core.backup.BackupQuestion;
import io.holdfast.core.backup.PendingBackup;
import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.expiry.ExpiryNotes;
import io.holdfast.core.fallback.DiskFallback;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.RecordLifetime;
import io.holdfast.core.model.SizeWarning;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.model.StoredState;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.repository.NodeReplies;
import io.holdfast.core.repository.SaveResult;
import io.holdfast.core.repository.StickyRepository;
import io.holdfast.core.routing.NodeHealth;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.InstantSource;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One backup of one session, on a backup thread: looks at the session as it is now, and skips,
 * touches or stores.
 */
public final class StickyBackup {

  private static final System.Logger LOG = Loggers.of(StickyBackup.class);

  private static final long NOTICEABLE_MILLIS = 1_000;

  private final StickyRepository repository;
  private final SnapshotCodec codec;
  private final DiskFallback files;
  private final SessionMetrics metrics;
  private final InstantSource clock;
  private final ConditionalSave careful;
  private final RecordLifetime lifetime;
  private final ExpiryNotes expiry;

  public StickyBackup(
      StickyRepository repository,
      SnapshotCodec codec,
      DiskFallback files,
      SessionMetrics metrics,
      InstantSource clock,
      ExpiryNotes expiry) {
    this.repository = repository;
    this.codec = codec;
    this.files = files;
    this.metrics = metrics;
    this.clock = clock;
    this.lifetime = expiry.lifetime();
    this.expiry = expiry;
    this.careful = new ConditionalSave(repository, codec, metrics);
  }

  /** Whether a backup could do anything; cheap, for the request's own thread. */
  boolean mayBeNeeded(LiveSession session) {
    StickyState state = session.backupState();
    StoredState stored = state.stored();
    if (!session.isLive() || state.hasEndedElsewhere()) {
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

  /** Whether there is something to store, and no node that would take it. */
  boolean hasNowhereToGo(LiveSession session) {
    StickyState state = session.backupState();
    return session.isLive()
        && !state.hasEndedElsewhere()
        && !state.stored().isStored()
        && repository.targets(session.sessionId()).isEmpty();
  }

  /**
   * Whether no node that answers has the session as it is. A session that went on elsewhere does
   * not count; one that a request uses does only where no node answers at all: it is stored when
   * the request ends.
   */
  public static boolean isNotStored(
      LiveSession session, NodeHealth health, boolean isAnyNodeThere) {
    StickyState state = session.backupState();
    if (!session.isLive() || state.hasEndedElsewhere() || state.isElsewhere()) {
      return false;
    }
    if (!isAnyNodeThere || state.isInUse()) {
      return !isAnyNodeThere;
    }
    StoredState stored = state.stored();
    return stored.nodeIds().stream().noneMatch(health::isAvailable)
        || state.isTouched()
        || !StoredState.Header.of(session).equals(stored.header());
  }

  /**
   * Backs the session up, or deletes its record once the session was removed. One that is merely
   * forgotten goes on elsewhere: its record is left alone.
   *
   * @return whether the store now holds what it should, in as many copies as there should be, as
   *     far as that is possible
   */
  boolean run(LiveSession session) {
    return run(session, null);
  }

  /**
   * The same without a request: replaces only what was seen.
   *
   * @param seen what the nodes held when the session was looked for; null to replace anything
   */
  boolean run(LiveSession session, @Nullable NodeReplies seen) {
    StickyState state = session.backupState();
    state.lock().acquireUninterruptibly();
    try {
      if (state.isRemoved()) {
        files.ended(session.sessionId());
        return repository.delete(session.sessionId()).join();
      }
      return !session.isLive() || perform(session, state, seen);
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
      state.lock().release();
    }
  }

  /** Deletes the record under an id that the session had before; after a backup that runs. */
  void deleteFormer(LiveSession session, SessionId formerId) {
    StickyState state = session.backupState();
    state.lock().acquireUninterruptibly();
    try {
      files.ended(formerId);
      repository.delete(formerId).join();
    } finally {
      state.lock().release();
    }
  }

  /**
   * Whether the record says what the session says now, or there is nothing to say any more. Takes
   * no note of anything.
   */
  boolean isStoredAsItIs(LiveSession session) {
    StoredState stored = session.backupState().stored();
    if (!session.isLive()) {
      return true;
    }
    try {
      StoredState.Header header = StoredState.Header.of(session);
      return stored.isStored() && stored.says(header, contentOf(session, header).fingerprint);
    } catch (RuntimeException | Error e) { // the application's loader may have stopped
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "Session %s cannot be compared any more".formatted(session.sessionId()),
          e);
      return false;
    }
  }

  /** Whether the session was used noticeably later than its record says. */
  boolean areTimesBehind(LiveSession session) {
    StoredState stored = session.backupState().stored();
    return session.isLive()
        && stored.isStored()
        && session.times().thisAccessedTime() - stored.refreshedAt() > NOTICEABLE_MILLIS;
  }

  /**
   * Extends the record's time to live and notes when the session was used.
   *
   * @param seen what the nodes held when the session was looked for
   */
  void refresh(LiveSession session, NodeReplies seen) {
    StickyState state = session.backupState();
    state.lock().acquireUninterruptibly();
    try {
      if (session.isLive()) {
        touch(session, state, seen);
      }
    } finally {
      state.lock().release();
    }
  }

  private boolean perform(LiveSession session, StickyState state, @Nullable NodeReplies seen) {
    Look look = look(session, state);
    return switch (look.action) {
      case SKIP -> {
        metrics.increment(Metric.BACKUPS_SKIPPED);
        yield look.isComplete();
      }
      case TOUCH -> touch(session, state, seen) && look.isComplete();
      case STORE ->
          look.content == null || (store(session, state, look.content, seen) && look.isComplete());
    };
  }

  /**
   * Backs the session up without waiting: on the caller's thread as far as the write is sent, on
   * the thread that hears of it from there. Only for the usual case, a session that is here for
   * certain and whose record is to be written or is as it should be.
   *
   * @return its end tells whether the store now holds what it should, as of {@link #run}; null if
   *     it takes that
   */
  @Nullable PendingBackup<Boolean> tryAtOnce(LiveSession session) {
    StickyState state = session.backupState();
    if (!state.lock().tryAcquire()) {
      return null;
    }
    PendingBackup<Boolean> begun = null;
    try {
      begun = begin(session, state);
    } catch (RuntimeException | Error e) {
      // A backup thread tries it again, and says what there is to say about it.
      state.attributesTouched();
    } finally {
      if (begun == null) {
        state.lock().release();
      }
    }
    return begun == null ? null : begun.before(failure -> ended(state, failure));
  }

  private static void ended(StickyState state, @Nullable Throwable failure) {
    if (failure != null) {
      state.attributesTouched();
    }
    state.lock().release();
  }

  private @Nullable PendingBackup<Boolean> begin(LiveSession session, StickyState state) {
    if (state.isRemoved() || state.isInDoubt() || !session.isLive()) {
      return null;
    }
    Look look = look(session, state);
    if (!look.isComplete()) {
      return null;
    }
    if (look.action == BackupAction.SKIP) {
      metrics.increment(Metric.BACKUPS_SKIPPED);
      return PendingBackup.over(true);
    }
    Content content = look.content;
    if (look.action == BackupAction.TOUCH || content == null) {
      return null;
    }
    SessionSnapshot snapshot = next(session, state, content);
    long now = clock.millis();
    expiry.beforeSave(state.stored().header(), content.header, snapshot.times());
    return new PendingBackup<>(
        repository
            .save(snapshot, lifetime.of(content.header.maxInactiveInterval()))
            .thenApply(result -> conclude(state, content, snapshot, result, now)),
        content.attributes.length());
  }

  /** What a backup has to do, and what it writes if that is to be stored. */
  private record Look(BackupAction action, @Nullable Content content) {

    boolean isComplete() {
      return content == null || content.isComplete;
    }
  }

  /**
   * All of a session that is compared with its record.
   *
   * @param isComplete false if attributes are left out that another thread changed all the time
   */
  private record Content(
      StoredState.Header header,
      EncodedAttributes attributes,
      Fingerprint fingerprint,
      boolean isComplete) {}

  private Look look(LiveSession session, StickyState state) {
    StoredState stored = state.stored();
    StoredState.Header header = StoredState.Header.of(session);
    boolean touched = state.takeTouched();
    boolean headerChanged = !header.equals(stored.header());
    boolean misplaced = !stored.isStored() || !isWhereItShouldBe(session) || state.isInDoubt();
    Content content = misplaced || touched || headerChanged ? contentOf(session, header) : null;
    if (content != null && !content.isComplete) {
      metrics.increment(Metric.BACKUPS_FAILED);
      state.attributesTouched();
    }
    BackupAction action =
        BackupPolicy.decide(
            new BackupQuestion(
                misplaced,
                headerChanged,
                content != null && !content.fingerprint.equals(stored.attributes()),
                clock.millis() - stored.refreshedAt(),
                header.maxInactiveInterval()));
    return new Look(action, content);
  }

  private Content contentOf(LiveSession session, StoredState.Header header) {
    Set<String> restless = new HashSet<>();
    EncodedAttributes attributes =
        codec.encode(
            session.sessionId(),
            session.storableAttributes(),
            restless,
            session.backupState().apartAttempts());
    return new Content(header, attributes, Fingerprint.of(attributes), restless.isEmpty());
  }

  private boolean store(
      LiveSession session, StickyState state, Content content, @Nullable NodeReplies seen) {
    SessionSnapshot snapshot = next(session, state, content);
    if (state.isRemoved()) {
      return repository.delete(content.header.id()).join();
    }
    long now = clock.millis();
    expiry.beforeSave(state.stored().header(), content.header, snapshot.times());
    TimeToLive timeToLive = lifetime.of(content.header.maxInactiveInterval());
    SaveResult result = save(session, snapshot, timeToLive, seen);
    if (seen != null && result instanceof SaveResult.Overtaken && !state.isInDoubt()) {
      state.attributesTouched();
      return false; // somebody has stored it meanwhile: to be looked for again
    }
    return conclude(state, content, snapshot, result, now);
  }

  private boolean conclude(
      StickyState state, Content content, SessionSnapshot snapshot, SaveResult result, long now) {
    SessionId id = content.header.id();
    if (result instanceof SaveResult.Stored stored) {
      state.stored(snapshot.version(), content.header, content.fingerprint, stored.nodeIds(), now);
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

  private SessionSnapshot next(LiveSession session, StickyState state, Content content) {
    StoredState.Header header = content.header;
    long version = state.versionOf(header, content.fingerprint);
    return new SessionSnapshot(
            header.id(),
            version,
            timesAtEndOfRequest(session, state),
            header.authType(),
            codec.encodePrincipal(header.id(), session.storablePrincipal()),
            codec.encodeNotes(header.id(), session.storableNotes()),
            content.attributes)
        .withLineage(state.lineage(version));
  }

  /**
   * The session as a file should have it; null if a node that answers has it.
   *
   * @throws ConcurrentModificationException if another thread changed a collection at each attempt
   */
  public @Nullable SessionSnapshot unstored(LiveSession session, NodeHealth health) {
    StickyState state = session.backupState();
    StoredState stored = state.stored();
    StoredState.Header header = StoredState.Header.of(session);
    boolean isStored =
        stored.nodeIds().stream().anyMatch(health::isAvailable)
            && !state.isTouched()
            && header.equals(stored.header());
    if (isStored || !session.isLive()) {
      return null;
    }
    return next(session, state, contentOf(session, header));
  }

  private SaveResult save(
      LiveSession session,
      SessionSnapshot snapshot,
      TimeToLive timeToLive,
      @Nullable NodeReplies seen) {
    if (session.backupState().isInDoubt()) {
      return careful.perform(session, snapshot, timeToLive);
    }
    return seen == null
        ? repository.save(snapshot, timeToLive).join()
        : repository.saveOver(seen, snapshot, timeToLive).join();
  }

  private boolean touch(LiveSession session, StickyState state, @Nullable NodeReplies seen) {
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
                lifetime.of(times.maxInactiveInterval()))
            .join();
    if (found) {
      metrics.increment(Metric.BACKUPS_TOUCHED);
      state.refreshed(now);
      return true;
    }
    // The node lost the record, or does not answer: write it again, wherever there is a place.
    state.lost();
    return perform(session, state, seen);
  }

  /**
   * The times as they will be once the request has ended: a backup may be taken just before, and
   * the next Tomcat must see when the session was last used.
   */
  private static SessionTimes timesAtEndOfRequest(LiveSession session, StickyState state) {
    SessionTimes times = session.times();
    long end = state.lastRequestEnd();
    return times.withAccess(
        Math.max(times.lastAccessedTime(), end), Math.max(times.thisAccessedTime(), end));
  }

  /** Whether the session's record is where it should be now; for repair after nodes changed. */
  boolean isWhereItShouldBe(LiveSession session) {
    return Set.copyOf(session.backupState().nodeIds())
        .containsAll(repository.targets(session.sessionId()));
  }
}
