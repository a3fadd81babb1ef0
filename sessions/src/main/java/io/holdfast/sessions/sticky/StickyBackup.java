package io.holdfast.sessions.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.routing.NodeHealth;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.backup.PendingBackup;
import io.holdfast.sessions.model.SizeWarning;
import io.holdfast.sessions.model.StoredState;
import io.holdfast.sessions.repository.NodeReplies;
import io.holdfast.sessions.repository.SaveResult;
import io.holdfast.sessions.sticky.ChangeDetection.Comparison;
import io.holdfast.sessions.sticky.ChangeDetection.Content;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One backup of one session: compares the session with its record as it is now, and skips, touches,
 * stores or deletes.
 *
 * <p>A backup writes without waiting for the reply; the thread that brings the reply concludes the
 * backup. Two steps depend on a reply and wait for it, which a request's thread must not do: the
 * touch, which may find that the record is gone, and the save of a session in {@link Uncertainty}.
 */
final class StickyBackup {

  private static final System.Logger LOG = Loggers.of(StickyBackup.class);

  private final StickyTools tools;
  private final ChangeDetection changes;
  private final ConditionalSave conditionalSave;
  private final FirstSave firstSave;
  private final LateSave lateSave;

  StickyBackup(StickyTools tools, ChangeDetection changes) {
    this.tools = tools;
    this.changes = changes;
    this.conditionalSave = new ConditionalSave(tools.repository(), tools.codec(), tools.metrics());
    this.firstSave = new FirstSave(tools.repository());
    this.lateSave = new LateSave(tools.repository());
  }

  /**
   * Backs the session up, or deletes its record if the session was removed. It leaves the record of
   * a session alone that moved to another Tomcat. For backup threads: waits for another backup of
   * the session, and for the store where a step depends on its reply.
   *
   * @param seen what the nodes held when they were asked: the backup replaces nothing else; null to
   *     replace anything
   * @return completes with whether the store holds the session in all its copies, as far as the
   *     nodes that answer allow
   */
  PendingBackup<Boolean> begin(LiveSession session, @Nullable NodeReplies seen) {
    session.backupState().lock().acquireUninterruptibly();
    try {
      return Objects.requireNonNull(beginLocked(session, seen, true));
    } catch (ConcurrentModificationException e) {
      tools.metrics().increment(Metric.BACKUPS_FAILED);
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "Session %s changes all the time; later".formatted(session.sessionId()));
      return PendingBackup.over(false);
    }
  }

  /**
   * The same for a request's own thread.
   *
   * @return null if the backup has to wait, or fails here: a backup thread tries it then, and logs
   *     why it fails
   */
  @Nullable PendingBackup<Boolean> tryBegin(LiveSession session) {
    if (!session.backupState().lock().tryAcquire()) {
      return null;
    }
    try {
      return beginLocked(session, null, false);
    } catch (RuntimeException | Error e) {
      return null;
    }
  }

  /** Runs with the session's lock, and releases it at the end. */
  private @Nullable PendingBackup<Boolean> beginLocked(
      LiveSession session, @Nullable NodeReplies seen, boolean mayWait) {
    StickyState state = session.backupState();
    PendingBackup<Boolean> begun;
    try {
      begun = perform(session, seen, mayWait);
    } catch (RuntimeException | Error e) {
      ended(state, e);
      throw e;
    }
    if (begun == null) {
      ended(state, null);
      return null;
    }
    return begun.before(failure -> ended(state, failure));
  }

  private static void ended(StickyState state, @Nullable Throwable failure) {
    if (failure != null) {
      state.attributesTouched(); // the note was cleared, and nothing was stored
    }
    state.lock().release();
  }

  private @Nullable PendingBackup<Boolean> perform(
      LiveSession session, @Nullable NodeReplies seen, boolean mayWait) {
    StickyState state = session.backupState();
    state.encodesOn(Thread.currentThread());
    try {
      return performHere(session, seen, mayWait);
    } finally {
      state.encodesOn(null);
    }
  }

  private @Nullable PendingBackup<Boolean> performHere(
      LiveSession session, @Nullable NodeReplies seen, boolean mayWait) {
    StickyState state = session.backupState();
    if (state.end().isHere()) {
      return deletion(session, session.sessionId());
    }
    if (!session.isLive() || state.end().isReplaced()) {
      return PendingBackup.over(true);
    }
    if (!mayWait && state.isUncertain()) {
      return null;
    }
    Comparison comparison = changes.compare(session, seen == null);
    if (!mayWait && !comparison.isComplete()) {
      return null;
    }
    return switch (comparison.action()) {
      case SKIP -> {
        tools.metrics().increment(Metric.BACKUPS_SKIPPED);
        yield PendingBackup.over(comparison.isComplete());
      }
      case TOUCH -> mayWait ? doneIf(comparison.isComplete(), touch(session, seen)) : null;
      case STORE -> {
        Content content = Objects.requireNonNull(comparison.content());
        yield doneIf(content.isComplete(), store(session, content, seen));
      }
    };
  }

  /** A backup that left attributes out is not done: they are stored later. */
  private static PendingBackup<Boolean> doneIf(boolean isComplete, PendingBackup<Boolean> begun) {
    return isComplete
        ? begun
        : new PendingBackup<>(begun.end().thenApply(done -> false), begun.bytes());
  }

  /** Deletes the record; a repeated deletion leaves that of another session with the same id. */
  private PendingBackup<Boolean> deletion(LiveSession session, SessionId id) {
    long created = session.times().creationTime();
    if (!session.backupState().end().beginDeletion()) {
      return new PendingBackup<>(tools.repository().deleteAgain(id, created), 0);
    }
    tools.files().ended(id);
    return new PendingBackup<>(tools.repository().delete(id, created), 0);
  }

  private PendingBackup<Boolean> store(
      LiveSession session, Content content, @Nullable NodeReplies seen) {
    StickyState state = session.backupState();
    SessionSnapshot snapshot = next(session, content, seen == null);
    if (state.end().isHere()) { // while it was encoded
      return deletion(session, content.header().id());
    }
    long now = tools.clock().millis();
    tools.expiry().beforeSave(state.stored().header(), content.header(), snapshot.times());
    return new PendingBackup<>(
        save(session, snapshot, content, seen)
            .thenApply(saved -> conclude(state, content, saved, seen, now)),
        content.attributes().length());
  }

  private CompletableFuture<SavedRecord> save(
      LiveSession session, SessionSnapshot snapshot, Content content, @Nullable NodeReplies seen) {
    StickyState state = session.backupState();
    TimeToLive timeToLive = tools.lifetime().of(snapshot.times());
    NodeReplies loaded = state.takeLoaded();
    if (state.isUncertain()) {
      return CompletableFuture.completedFuture(
          conditionalSave.perform(session, snapshot, seen == null, timeToLive));
    }
    if (seen == null && loaded != null && isOnAllTargets(loaded, snapshot.id())) {
      boolean isChanged = !state.stored().says(content.header(), content.fingerprint());
      return firstSave.perform(state, snapshot, isChanged, loaded, timeToLive);
    }
    if (seen == null && state.uses().hasEndedLate()) {
      return lateSave.perform(state, snapshot, timeToLive);
    }
    CompletableFuture<SaveResult> saved =
        seen == null
            ? tools.repository().save(snapshot, timeToLive)
            : tools.repository().saveOver(seen, snapshot, timeToLive);
    return saved.thenApply(result -> new SavedRecord(snapshot, result));
  }

  private boolean isOnAllTargets(NodeReplies replies, SessionId id) {
    return replies.versions().keySet().containsAll(tools.repository().targets(id));
  }

  private boolean conclude(
      StickyState state, Content content, SavedRecord saved, @Nullable NodeReplies seen, long now) {
    SessionId id = content.header().id();
    SaveResult result = saved.result();
    if (result instanceof SaveResult.Stored stored) {
      state.stored(
          saved.snapshot().lineage(),
          content.header(),
          content.fingerprint(),
          stored.nodeIds(),
          now);
      state.uses().noted(saved.snapshot().times().thisAccessedTime());
      tools.files().stored(id);
      return stored.nodeIds().size() >= tools.repository().targets(id).size();
    }
    if (result instanceof SaveResult.Overtaken) {
      boolean isToBeLookedForAgain = seen != null && !state.isUncertain();
      if (isToBeLookedForAgain) {
        state.attributesTouched();
      }
      return !isToBeLookedForAgain;
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

  private SessionSnapshot next(LiveSession session, Content content, boolean isOurs) {
    StickyState state = session.backupState();
    StoredState.Header header = content.header();
    long version = state.versionOf(header, content.fingerprint());
    return new SessionSnapshot(
            header.id(),
            version,
            timesAtEndOfRequest(session),
            header.authType(),
            tools.codec().encodePrincipal(header.id(), session.storablePrincipal()),
            tools.codec().encodeNotes(header.id(), session.storableNotes()),
            content.attributes())
        .withLineage(state.lineage(version, isOurs));
  }

  /**
   * Extends the record's time to live and notes when the session was used. Waits for the store. A
   * record that is gone is written again.
   */
  private PendingBackup<Boolean> touch(LiveSession session, @Nullable NodeReplies seen) {
    StickyState state = session.backupState();
    StoredState stored = state.stored();
    SessionTimes times = timesAtEndOfRequest(session);
    long now = tools.clock().millis();
    boolean found =
        tools
            .repository()
            .touch(
                session.sessionId(),
                stored.nodeIds(),
                new AccessRecord(
                    stored.version(), times.lastAccessedTime(), times.thisAccessedTime()),
                tools.lifetime().of(times))
            .join();
    if (found) {
      tools.metrics().increment(Metric.BACKUPS_TOUCHED);
      state.refreshed(now);
      state.uses().noted(times.thisAccessedTime());
      return PendingBackup.over(true);
    }
    state.lost(); // it is written wherever there is a place
    return Objects.requireNonNull(perform(session, seen, true));
  }

  /**
   * Brings the times of the record up to date. Waits for the store.
   *
   * @param seen what the nodes held when they were asked
   */
  void refresh(LiveSession session, NodeReplies seen) {
    StickyState state = session.backupState();
    state.lock().acquireUninterruptibly();
    try {
      if (session.isLive()) {
        var unused = touch(session, seen).end().join();
      }
    } finally {
      state.lock().release();
    }
  }

  /** Deletes the record under a former id of the session, after a backup that runs. */
  void deleteFormer(LiveSession session, SessionId formerId) {
    StickyState state = session.backupState();
    state.lock().acquireUninterruptibly();
    try {
      tools.files().ended(formerId);
      long created = session.times().creationTime();
      boolean isLate = state.uses().isLate(tools.clock().millis());
      var unused =
          (isLate
                  ? tools.repository().deleteAgain(formerId, created)
                  : tools.repository().delete(formerId, created))
              .join();
    } finally {
      state.lock().release();
    }
  }

  /**
   * The session as a file should have it; null if a node that answers has it, or if it has ended in
   * another Tomcat.
   *
   * @throws ConcurrentModificationException if another thread changed a collection at each attempt
   */
  @Nullable SessionSnapshot unstored(LiveSession session, NodeHealth health) {
    return session.isLive()
            && !session.backupState().end().isElsewhere()
            && ChangeDetection.isMissingOn(session, health)
        ? next(session, changes.contentOf(session), false)
        : null;
  }

  /**
   * The times once the request has ended: a backup may run just before, and the next Tomcat must
   * see when the session was last used.
   */
  private static SessionTimes timesAtEndOfRequest(LiveSession session) {
    SessionTimes times = session.times();
    long end = session.backupState().uses().lastRequestEnd();
    return times.withAccess(
        Math.max(times.lastAccessedTime(), end), Math.max(times.thisAccessedTime(), end));
  }
}
