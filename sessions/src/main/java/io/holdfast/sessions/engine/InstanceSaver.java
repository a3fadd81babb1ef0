package io.holdfast.sessions.engine;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.store.CopyResult;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Saves what has changed in the instances of this Tomcat, one save of a session at a time. */
final class InstanceSaver {

  /** The session that this thread encodes; null if it encodes none. */
  private static final ThreadLocal<@Nullable SessionInstance> ENCODING = new ThreadLocal<>();

  private final EngineTools tools;
  private final Affinity affinity;
  private final SaveQueue queue;
  private final SessionWriters writers;
  private final Executor work;
  private final CopyRepair repair;
  private final Tombstones tombstones;

  InstanceSaver(
      EngineTools tools,
      Affinity affinity,
      SaveQueue queue,
      SessionWriters writers,
      Executor work,
      Retries retries,
      Tombstones tombstones) {
    this.tools = tools;
    this.affinity = affinity;
    this.queue = queue;
    this.writers = writers;
    this.work = work;
    this.tombstones = tombstones;
    this.repair = new CopyRepair(tools, tombstones, this::saveBehind, retries);
  }

  /** Brings the copies of sessions up to date after the requests. */
  CopyRepair repair() {
    return repair;
  }

  /**
   * Saves what has changed, after a save of the same instance that is under way; or waits for that
   * one if it has what this request changed or saw. A save that no node takes is tried again after
   * the request.
   *
   * <p>What an attribute changes in its own session while it is written waits for the next save:
   * one that began that would never come to an end.
   */
  CompletableFuture<SaveOutcome> save(SessionInstance session) {
    if (ENCODING.get() == session) {
      return InstanceChanges.NO_SAVE;
    }
    CompletableFuture<SaveOutcome> saving = saveOnce(session);
    if (!saving.isDone() || saving.isCompletedExceptionally()) {
      return saving.thenApply(outcome -> repairedIfFailed(session, outcome));
    }
    repairedIfFailed(session, saving.join());
    return saving;
  }

  /** Has a save that no node took tried again after the request. */
  SaveOutcome repairedIfFailed(SessionInstance session, SaveOutcome outcome) {
    if (outcome == SaveOutcome.FAILED) {
      repair.later(session, 0);
    }
    return outcome;
  }

  private CompletableFuture<SaveOutcome> saveOnce(SessionInstance session) {
    CompletableFuture<SaveOutcome> pending = InstanceChanges.savedBy(session);
    if (pending != null) {
      return pending;
    }
    CompletableFuture<SaveOutcome> waiting = session.instanceState().saves().waiting();
    return waiting == null ? queue.add(session, true, () -> saveAlone(session, false)) : waiting;
  }

  /** Like {@link #saveOnce}, from threads that must not run code of the application. */
  CompletableFuture<SaveOutcome> saveBehind(SessionInstance session) {
    return queue.onWorkThread(() -> saveOnce(session));
  }

  /**
   * Saves, with no other save of the session under way.
   *
   * @param hasChangesOfOthers whether it has what others stored under the former id: those requests
   *     were answered and no other Tomcat has their changes, so a lost lease does not refuse this
   *     save
   */
  CompletableFuture<SaveOutcome> saveAlone(SessionInstance session, boolean hasChangesOfOthers) {
    InstanceState state = session.instanceState();
    if (!InstanceChanges.mayDiffer(session)) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    SaveOutcome refusal = state.refusal();
    boolean wasBehindAnswers = state.use().isBehindAnswers();
    try {
      AttributeUses uses = session.instanceAttributes().uses();
      if (uses != null) {
        uses.beginEncoding();
      }
      Encoded encoded = encoded(session, InstanceChanges.isToBeSavedAnyway(session));
      if (!InstanceChanges.differs(session, encoded)) {
        tools.metrics().increment(Metric.BACKUPS_SKIPPED);
        return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
      }
      if (encoded.isPartial()) {
        encoded = encoded(session, true);
      }
      if (refusal != null) { // each request that may have made the changes is told
        session.instanceAttributes().touchAgain(encoded.changed());
        return CompletableFuture.completedFuture(refusal);
      }
      // A request that began meanwhile may have made some of the changes.
      LateChanges late = late(session, wasBehindAnswers && state.use().isBehindAnswers());
      return write(session, encoded, late, hasChangesOfOthers);
    } catch (ConcurrentModificationException e) { // of the user, or of notes
      return CompletableFuture.completedFuture(
          refusal == null ? changesAllTheTime(state) : refusal);
    }
  }

  private Encoded encoded(SessionInstance session, boolean isNeeded) {
    ENCODING.set(session);
    try {
      return session
          .instanceAttributes()
          .encode(
              session.sessionId(),
              session::isStorable,
              session.instanceState().use()::noRequestAtWork,
              isNeeded);
    } finally {
      ENCODING.set(null); // a removed one would be made again for each request
    }
  }

  /** The snapshot of an instance for its file; null if the store has all of it. */
  @Nullable SessionSnapshot unsaved(SessionInstance session) {
    InstanceAttributes attributes = session.instanceAttributes();
    if (!session.isLive() || session.instanceState().hasEnded() || attributes.isAway()) {
      return null;
    }
    attributes.touchAll(); // a save that does not end may have taken the notes
    Encoded mine = attributes.encode(session.sessionId(), session::isStorable, () -> false, true);
    return begun(session, mine, null, false).unsaved();
  }

  /** Gives up the bytes of the shown record where that may be: the nodes have them. */
  void forget(SessionInstance session) {
    if (session.instanceState().forget(affinity::mayForget)) {
      session.instanceAttributes().forget();
    }
  }

  /**
   * Returns the changes that were made after their request was answered; null if there are none.
   * Call it when the changes are encoded: each request has noted the attribute before it changed
   * it.
   */
  private static @Nullable LateChanges late(SessionInstance session, boolean isAll) {
    InstanceState state = session.instanceState();
    ShownVersions shown = state.versions();
    AttributeUses uses = session.instanceAttributes().uses();
    if (shown == null || uses == null || !state.use().mayBeBehindAnswers()) {
      return null;
    }
    return isAll ? uses.allLate(shown) : uses.late(shown);
  }

  private CompletableFuture<SaveOutcome> write(
      SessionInstance session,
      Encoded encoded,
      @Nullable LateChanges late,
      boolean hasChangesOfOthers) {
    InstanceState state = session.instanceState();
    if (state.header() == null) {
      state.confirmed(affinity.moment());
      var unused =
          writers.register(session.sessionId(), session.times().creationTime(), state.writer());
    }
    SessionSave save = begun(session, encoded, late, hasChangesOfOthers);
    CompletableFuture<SaveOutcome> saving;
    try {
      saving = save.perform();
    } catch (RuntimeException | Error e) { // an Error must not lose the changes either
      saving = CompletableFuture.failedFuture(e);
    }
    return saving.handle((outcome, failure) -> concluded(session, encoded, outcome, failure));
  }

  private SessionSave begun(
      SessionInstance session,
      Encoded encoded,
      @Nullable LateChanges late,
      boolean hasChangesOfOthers) {
    return new SessionSave(
        tools,
        work,
        session,
        encoded,
        late,
        hasChangesOfOthers,
        tombstones.endedIds(),
        copies -> copied(session, copies));
  }

  private SaveOutcome concluded(
      SessionInstance session,
      Encoded encoded,
      @Nullable SaveOutcome outcome,
      @Nullable Throwable failure) {
    session.instanceState().saveEnded();
    if (outcome == null) { // what was encoded is in no record
      session.instanceAttributes().touchAgain(encoded.changed());
      throw new CompletionException(failure);
    }
    return outcome == SaveOutcome.SAVED && !encoded.restless().isEmpty()
        ? changesAllTheTime(session.instanceState())
        : outcome;
  }

  private void copied(SessionInstance session, CopyResult copies) {
    repair.copied(session, copies);
    if (copies.isComplete()) {
      forget(session);
    }
  }

  /** It changed at each attempt to encode it: the save is tried again after the request. */
  private SaveOutcome changesAllTheTime(InstanceState state) {
    tools.metrics().increment(Metric.BACKUPS_FAILED);
    state.toBeSaved();
    return SaveOutcome.FAILED;
  }
}
