package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.engine.SessionInstance.Header;
import io.holdfast.sessions.expiry.ExpiryIndex;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.store.CopyResult;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.WriteOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One save of one instance: replaces the record that was read. Where another Tomcat was faster, it
 * reads again, merges the local changes into that record, and writes again.
 *
 * <p>The new record includes the record that the instance was made of, all that was found since,
 * and all that this save may have written already: so it may replace any of them. A write whose
 * answer got lost may have happened. The version history of the record that is read again tells: if
 * it includes the version of this save, it has its changes.
 */
final class SessionSave {

  private static final System.Logger LOG = Loggers.of(SessionSave.class);

  /** Each failed attempt means that another Tomcat has written meanwhile. */
  private static final int ATTEMPTS = 100;

  private final EngineTools tools;
  private final Executor work;
  private final SessionInstance session;
  private final InstanceState state;
  private final Header header;
  private final @Nullable Header before;
  private final Encoded mine;
  private final NextRecord next;
  private final EndedIds endedIds;
  private final Consumer<CopyResult> copied;
  private final boolean mayBeOutdated;
  private final boolean hasChangesOfOthers;

  /** The record that the instance was made of when this save began; null if there was none. */
  private final @Nullable SessionSnapshot known;

  /** The record that the local changes are merged into; null if there is none yet. */
  private @Nullable SessionSnapshot base;

  /** True if the instance shows all of that record, besides its own changes. */
  private boolean isShown;

  /** The record written last; null if none was yet. */
  private @Nullable SessionSnapshot attempted;

  /**
   * Creates a save that does nothing until {@link #perform}. It stores the session's user, notes
   * and interval as they are now.
   *
   * @param work runs what calls code of the application when nodes have answered
   * @param late what was changed behind complete answers: it gives way to what others have stored
   *     since; null if nothing was
   * @param hasChangesOfOthers whether it must not be refused although the lease is lost
   * @param copied is told of the copies when the session was stored
   */
  SessionSave(
      EngineTools tools,
      Executor work,
      SessionInstance session,
      Encoded mine,
      @Nullable LateChanges late,
      boolean hasChangesOfOthers,
      EndedIds endedIds,
      Consumer<CopyResult> copied) {
    this.tools = tools;
    this.work = work;
    this.session = session;
    this.state = session.instanceState();
    this.header = state.saveBegins(session);
    this.before = state.header();
    this.mine = mine;
    this.next = new NextRecord(tools, session, header, mine, late);
    this.endedIds = endedIds;
    this.copied = copied;
    this.hasChangesOfOthers = hasChangesOfOthers;
    this.mayBeOutdated = state.mayBeOutdatedUnderLease();
    this.known = state.base();
    this.base = known == null ? null : mine.in(known);
    this.isShown = state.showsBase();
  }

  /** Saves; the future completes normally. */
  CompletableFuture<SaveOutcome> perform() {
    noteExpiry();
    takeInOwn();
    FoundRecord basis = forgottenElsewhere() == null ? state.basis() : null;
    return basis == null ? lookAgain(ATTEMPTS) : goOn(basis, ATTEMPTS);
  }

  /**
   * Notes when the session expires, before it is sent: a Tomcat that dies right after must not lose
   * the note. A later use needs none: the Tomcat that finds the session used moves it to a later
   * list.
   */
  private void noteExpiry() {
    ExpiryIndex expiry = tools.expiry();
    SessionTimes times = session.times();
    boolean isNoted =
        before != null
            && before.base().equals(header.base())
            && before.maxInactiveInterval() == header.maxInactiveInterval();
    if (expiry != null && !isNoted && times.maxInactiveInterval() > 0) {
      var unused = expiry.note(new SessionId(header.base()), SessionAge.overAt(times));
    }
  }

  /** The record that this save would write now, for a file; null if nodes have all of it. */
  @Nullable SessionSnapshot unsaved() {
    state.saveEnded(); // it does not begin
    takeInOwn();
    if (forgottenElsewhere() != null) { // nodes have it, and the instance that shows it
      state.writer().giveUp();
    }
    if (base == null || next.hasChanges()) {
      return recordNow(0);
    }
    return state.isUnsaved() ? base : null;
  }

  /** What another instance here has written and has no bytes of, so that it is to be read. */
  private @Nullable SessionSnapshot forgottenElsewhere() {
    SessionSnapshot written = state.writer().newest();
    boolean isMissing =
        written != null
            && written.isForgotten()
            && (base == null || !base.lineage().includes(written.lineage()));
    return isMissing ? written : null;
  }

  /**
   * Nodes do not show what another instance here has stored and keeps no bytes of: that instance
   * stores it again. What is written here does not include it, and so has another writer's name.
   */
  private void giveUpUnlessIn(FoundRecord found) {
    SessionSnapshot missing = forgottenElsewhere();
    boolean isFound =
        missing != null
            && found.state() instanceof State.Present present
            && present.snapshot().lineage().includes(missing.lineage());
    if (missing != null && !isFound) {
      state.writer().giveUp();
    }
  }

  /** Takes in all that this Tomcat has written of the session before, from any instance. */
  private void takeInOwn() {
    SessionSnapshot written = state.writer().newest();
    boolean isTaken = written == null || forgottenElsewhere() != null || takeIn(written);
    if (!isTaken) {
      state.writer().giveUp();
    }
  }

  private CompletableFuture<SaveOutcome> lookAgain(int attempts) {
    return tools
        .store()
        .load(state.storedUnder())
        .thenComposeAsync(
            found -> {
              state.lookedUp(found);
              return goOn(found, attempts);
            },
            work);
  }

  private CompletableFuture<SaveOutcome> goOn(FoundRecord found, int attempts) {
    giveUpUnlessIn(found);
    if (found.state() instanceof State.Ended ended && isEndOfThis(ended)) {
      if (ended.tombstone().isOfFormerId()) {
        return refusedForGood(SaveOutcome.RENAMED);
      }
      state.end();
      return refused(SaveOutcome.ENDED);
    }
    if (!(found.state() instanceof State.Present present)) {
      return isOvertakenBy(null)
          ? refusedForGood(SaveOutcome.OVERTAKEN)
          : write(found, recordNow(found.version()), attempts); // lost, or never there
    }
    SessionSnapshot newest = present.snapshot();
    SessionOrder order = present.to(session.times());
    boolean isFirst = before == null;
    if (order == SessionOrder.EARLIER && (!isFirst || isKnownToHaveEnded(newest))) {
      return write(found, recordNow(found.version()), attempts); // it ended before this one began
    }
    if (order != SessionOrder.SAME) {
      return displaced();
    }
    boolean isMoveUnknown = attempted == null && state.hasMovedHere();
    if (isIn(newest) && !isMoveUnknown) {
      takeIn(newest);
      return found.isDivided()
          ? write(found, newest, attempts)
          : storedByAnother(found, newest, attempts);
    }
    if (mayBeOutdated && isUnknown(newest)) {
      // What this instance shows is older than what the last holder has stored.
      return refusedForGood(SaveOutcome.LEASE_LOST);
    }
    if (isOvertakenBy(newest)) {
      return refusedForGood(SaveOutcome.OVERTAKEN);
    }
    takeIn(newest);
    return write(found, recordNow(newest.version()), attempts);
  }

  /**
   * Another Tomcat has stored the changes with its own, perhaps on one node yet: a Tomcat that
   * reaches only the other one must find them there, too, before their request is answered.
   */
  private CompletableFuture<SaveOutcome> storedByAnother(
      FoundRecord found, SessionSnapshot newest, int attempts) {
    if (!found.isMissingSomewhere()) {
      return saved(newest);
    }
    return tools
        .store()
        .repair(found, now -> tools.lifetimeOf(now, session.lastingTimes()))
        .thenCompose(
            copies -> {
              if (copies == CopyResult.DIVERGED && attempts > 1) {
                return lookAgain(attempts - 1);
              }
              CompletableFuture<SaveOutcome> saved = saved(newest);
              copied.accept(copies);
              return saved;
            });
  }

  /**
   * Returns whether the changes must not be merged into the record that others have stored: the
   * request that made them was refused and no node may have them, while another request may have
   * been answered since. Only changes of refused requests may be given up.
   */
  private boolean isOvertakenBy(@Nullable SessionSnapshot newest) {
    boolean mayBeGivenUp =
        next.hasChanges() && !hasChangesOfOthers && attempted == null && !state.isUnsaved();
    boolean hasOthersStored = !isShown || (newest != null && isUnknown(newest));
    return mayBeGivenUp && hasOthersStored && state.saves().isGivenUp();
  }

  /** Returns whether a record has changes that the instance does not have. */
  private boolean isUnknown(SessionSnapshot record) {
    SessionSnapshot all = attempted == null ? known : attempted;
    return all != null && !all.lineage().includes(record.lineage());
  }

  /** A new session replaces no other that may be in use on another Tomcat. */
  private boolean isKnownToHaveEnded(SessionSnapshot earlier) {
    return endedIds.knows(earlier.id(), earlier.times().creationTime());
  }

  /** A new session replaces the end of a former one with its id, but not its own. */
  private boolean isEndOfThis(State.Ended ended) {
    return ended.ends(session.times()) && (before != null || base != null || state.hasEnded());
  }

  /** Returns whether a record has all that is to be saved. */
  private boolean isIn(SessionSnapshot record) {
    SessionSnapshot all = attempted == null && !next.hasChanges() ? base : attempted;
    return all != null && record.lineage().includes(all.lineage());
  }

  /** Takes in this record, too; false if they cannot be merged. */
  private boolean takeIn(SessionSnapshot record) {
    SessionSnapshot former = base;
    SessionSnapshot both = former == null ? record : tools.merger().together(former, record);
    if (both == null) {
      return false;
    }
    isShown &= former != null && both.version() == former.version();
    base = both;
    return true;
  }

  /** The record as it should be now, in a version above the one that was found. */
  private SessionSnapshot recordNow(long found) {
    SessionSnapshot former = base;
    SessionWriter writer = state.writer();
    if (former == null) {
      return next.first(writer.next(found, null, tools.random()));
    }
    long version = writer.next(Math.max(found, former.version()), former.lineage(), tools.random());
    try {
      return next.over(former, isShown, version);
    } catch (TranscoderException e) {
      if (next.isLate()) {
        return former;
      }
      tools.codec().reportAllReplaced(session.sessionId(), e);
      return next.over(former, true, version);
    }
  }

  /**
   * Writes only under the key of the record's own id, although the id may just change. A record
   * whose interval was lowered stays as long as an instance of another Tomcat may be used that
   * shows the former one: without it, that would count as one that the nodes have evicted.
   */
  private CompletableFuture<SaveOutcome> write(
      FoundRecord basis, SessionSnapshot formed, int attempts) {
    SessionSnapshot record = formed.id().hasBaseOf(basis.id()) ? formed : formed.withId(basis.id());
    if (!hasChangesOfOthers && state.use().isLeaseLost()) {
      return refusedForGood(SaveOutcome.LEASE_LOST); // another request may have it by now
    }
    return tools
        .store()
        .save(
            basis, record, tools.lifetime().of(state.writer().withLongestInterval(record.times())))
        .thenCompose(result -> conclude(result, record, attempts));
  }

  private CompletableFuture<SaveOutcome> conclude(
      WriteOutcome result, SessionSnapshot record, int attempts) {
    if (result instanceof WriteOutcome.Stored stored) {
      attempted = record;
      CompletableFuture<SaveOutcome> saved = saved(record);
      state.wrote(stored.made());
      copied.accept(stored.copies());
      return saved;
    }
    if (result instanceof WriteOutcome.TooLarge tooLarge) {
      session.instanceAttributes().touchAgain(mine.changed());
      if (state.becameTooLarge()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Session {0} is too large to be stored: {1} bytes. It lives on in this Tomcat; the store"
                + " keeps its last record that fitted, if there was one. {2}.",
            session.sessionId(),
            String.valueOf(tooLarge.bytes()),
            tooLarge.remedy());
      }
      return CompletableFuture.completedFuture(SaveOutcome.TOO_LARGE);
    }
    state.wrote(null);
    boolean isConflict = result instanceof WriteOutcome.Conflict;
    if (!(result instanceof WriteOutcome.Conflict conflict) || conflict.isPartial()) {
      attempted = record; // another Tomcat may find it: all later writes include it
      base = record;
      noteAttempt(record);
    }
    return isConflict && attempts > 1 ? lookAgain(attempts - 1) : failed(record);
  }

  private void noteAttempt(SessionSnapshot record) {
    if (state.use().isLeased() && !hasChangesOfOthers) {
      state.writer().attemptedUnderLease(record);
    } else {
      state.writer().attempted(record);
    }
  }

  /** Another session has this one's key. */
  private CompletableFuture<SaveOutcome> displaced() {
    if (before == null && known != null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0} cannot have this id: another session has it. It goes on under the id that it"
              + " had; its request is refused.",
          session.sessionId());
      return refusedForGood(SaveOutcome.RENAMED);
    }
    if (before == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0} cannot be stored, and its request is refused: another session has its key."
              + " Another Tomcat has created one with the id that the client brought, or"
              + " applications need different values of storageKeyPrefix.",
          session.sessionId());
      return refusedForGood(SaveOutcome.DISPLACED);
    }
    state.end();
    return refused(SaveOutcome.ENDED);
  }

  private CompletableFuture<SaveOutcome> saved(SessionSnapshot record) {
    adopt(record);
    state.writer().stored(record);
    state.saved(tools.clock().millis());
    state.times().accessNoted(record.times().thisAccessedTime());
    return CompletableFuture.completedFuture(SaveOutcome.SAVED);
  }

  private CompletableFuture<SaveOutcome> failed(SessionSnapshot record) {
    adopt(record);
    noteAttempt(record);
    state.toBeSaved();
    return CompletableFuture.completedFuture(SaveOutcome.FAILED);
  }

  /** The instance is one of this record from now on. */
  private void adopt(SessionSnapshot record) {
    Bytes principal = next.userOf();
    Bytes notes = next.notesOf();
    session.instanceAttributes().stored(mine);
    state.madeOf(record, isShown, next.written(), header, principal, notes);
  }

  /** The session goes on without what this instance shows, as all its requests are told. */
  private CompletableFuture<SaveOutcome> refusedForGood(SaveOutcome outcome) {
    state.refuse(outcome);
    if (outcome == SaveOutcome.LEASE_LOST) {
      state.writer().leaseLost();
    }
    session.instanceAttributes().touchAgain(mine.changed());
    return refused(outcome);
  }

  private CompletableFuture<SaveOutcome> refused(SaveOutcome outcome) {
    tools.metrics().increment(Metric.SAVES_REFUSED);
    LOG.log(
        System.Logger.Level.DEBUG,
        () -> "Changes of session %s are given up: %s".formatted(session.sessionId(), outcome));
    return CompletableFuture.completedFuture(outcome);
  }
}
