package io.holdfast.sessions.sticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.routing.NodeHealth;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.backup.BackupExecutor;
import io.holdfast.sessions.backup.PendingBackup;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.repository.InvalidationMarks;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The order of steps around one request: load before it, back up after it, delete when a session
 * ends. A failure of the store makes a step give up; it never makes a request fail.
 */
public final class StickySessionService {

  private final StickyTools tools;
  private final StickySettings settings;
  private final ScheduledExecutorService timer;
  private final FailoverLoader loader;
  private final FileTakeover files;
  private final StickyInvalidation invalidation;
  private final ChangeDetection changes;
  private final StickyBackup backup;
  private final RepeatedBackup repeated;

  /**
   * Puts the steps together.
   *
   * @param timer for backups that are tried again; what it runs is short
   * @param known keeps the invalidations, so that their marks can be restored
   */
  public StickySessionService(
      StickyTools tools,
      StickySettings settings,
      ScheduledExecutorService timer,
      InvalidationMarks marks,
      KnownInvalidations known) {
    this.tools = tools;
    this.settings = settings;
    this.timer = timer;
    this.loader = new FailoverLoader(tools, settings.operationTimeout());
    this.files =
        new FileTakeover(
            tools.files(), tools.codec(), new SessionAge(tools.clock()), tools.metrics());
    this.invalidation = new StickyInvalidation(tools, loader, marks, known, settings.patience());
    this.changes = new ChangeDetection(tools);
    this.backup = new StickyBackup(tools, changes);
    this.repeated = new RepeatedBackup(tools, backup, loader, invalidation, timer);
  }

  /** Decides which Tomcat tells its application that a session has ended. */
  public StickyInvalidation invalidation() {
    return invalidation;
  }

  /** Tells whether a session differs from its record. */
  public ChangeDetection changes() {
    return changes;
  }

  /** Loads sessions that are not here. */
  public FailoverLoader loader() {
    return loader;
  }

  /**
   * Stores sessions again whose nodes went away or came back.
   *
   * @param localSessions the sessions that the container holds now
   */
  public StickyResync resync(
      Supplier<? extends Collection<? extends LiveSession>> localSessions, int perSecond) {
    return new StickyResync(localSessions, this, tools.repository(), timer, perSecond);
  }

  // ---- before a request uses the session ----

  /**
   * Decides whether this Tomcat or the store has the newest state of a session. Waits as long as
   * the nodes take to answer: less than an operation timeout, or little more than one while an
   * unreachable node does not count as lost yet. Asks for the mark of its end where the session
   * here would go on uncertain, or was until the nodes answered, or was asked for under its own id:
   * it may have ended elsewhere.
   *
   * @param id as the client sent it; its route is not this Tomcat's, or the session is not here
   * @param local the copy that this Tomcat has, if it has one
   */
  public FailoverResult takeOver(SessionId id, @Nullable LiveSession local) {
    // First: while the nodes answer one by one, the file may be put back, and deleted.
    var unused = tools.files().claim(id);
    boolean wasUncertain = local != null && local.backupState().isUncertain();
    FailoverResult answer = loader.takeOver(id, local);
    boolean hasEnded =
        answer instanceof FailoverResult.NothingBetter
            && local != null
            && (wasUncertain || local.backupState().isUncertain() || id.equals(local.sessionId()))
            && invalidation.look(local) == InvalidationMarks.Mark.FOUND;
    if (local != null) {
      local.backupState().asked();
    }
    return files.orBetter(id, local, hasEnded ? new FailoverResult.Over() : answer);
  }

  // ---- after a request has used it ----

  /**
   * A request that used the session has ended: backs it up if it changed. Returns when the backup
   * is under way, or, where backups are synchronous, when it is done or its timeout is over.
   */
  public void requestEnded(LiveSession session) {
    session.backupState().uses().requestEnded(tools.clock().millis());
    if (!changes.mayDiffer(session) && !session.backupState().isToBeConfirmed()) {
      if (!settings.async()) { // another request's backup may have what this one has changed
        var unused =
            tools
                .storeWait(settings.backupTimeout())
                .await(tools.executor().endOfWork(session.sessionId().base()));
      }
      tools
          .metrics()
          .increment(
              changes.hasNowhereToGo(session) ? Metric.BACKUPS_FAILED : Metric.BACKUPS_SKIPPED);
      return;
    }
    if (settings.async()) {
      var unused = submit(session);
    } else {
      var unused = tools.storeWait(settings.backupTimeout()).await(beginHere(session));
    }
  }

  /** Backs a session up in the background. */
  private CompletableFuture<Void> submit(LiveSession session) {
    return tools
        .executor()
        .begin(
            session.sessionId().base(),
            () -> backup.begin(session, null).thenAccept(isDone -> concluded(session, isDone)));
  }

  /**
   * Starts a backup on this thread, which waits for its end anyway; in the background where a step
   * has to wait.
   */
  private CompletableFuture<?> beginHere(LiveSession session) {
    BackupExecutor.Turn turn = tools.executor().tryTurn(session.sessionId().base());
    PendingBackup<Boolean> begun = null;
    if (turn != null) {
      try {
        begun = backup.tryBegin(session);
      } finally {
        if (begun == null) {
          turn.end();
        }
      }
    }
    return turn == null || begun == null
        ? submit(session)
        : begun
            .end()
            .whenComplete(
                (isDone, failure) -> {
                  turn.end();
                  concluded(session, Boolean.TRUE.equals(isDone));
                });
  }

  /** Repeats a backup that did not store all: the next request may never come. */
  private void concluded(LiveSession session, boolean isDone) {
    if (!isDone) {
      repeated.retry(session);
    }
  }

  // ---- outside of requests ----

  /**
   * Code outside of requests, such as a WebSocket, has changed the session: backs it up in the
   * background, unless it has moved to another Tomcat, or has ended there. What an attribute
   * changes while it is written is only noted, and stored with the next backup: to write it at once
   * would change it again.
   *
   * @return completes when that is done, or could not be; at once while a backup of the session
   *     runs, since that may be the caller
   */
  public CompletableFuture<Void> changedOutsideRequests(LiveSession session) {
    if (session.backupState().isEncodedHere()) {
      return CompletableFuture.completedFuture(null);
    }
    boolean mayWait = session.backupState().lock().availablePermits() > 0;
    CompletableFuture<Void> stored =
        changes.mayDiffer(session)
            ? repeated.submit(session)
            : CompletableFuture.completedFuture(null);
    return mayWait ? stored : CompletableFuture.completedFuture(null);
  }

  /** Stores a session again without a request, unless another Tomcat has it by now. */
  void repeat(LiveSession session) {
    var unused = repeated.submit(session);
  }

  /**
   * Whether a session is not where it belongs, or may differ from its record, although no node came
   * or went: a node refused it, or did not answer, for longer than a backup is repeated; or a
   * request that is ignored used it last. Not a session in use, which is backed up after its
   * request, and not one that is too large.
   */
  boolean isStraggler(LiveSession session) {
    StickyState state = session.backupState();
    return session.isLive()
        && !state.isInUse()
        && !state.isTooLarge()
        && !state.isKnownElsewhere()
        && (changes.mayDiffer(session) || !changes.isWhereItShouldBe(session))
        && !tools.repository().targets(session.sessionId()).isEmpty();
  }

  /** Brings the store up to date before the container stops: content, or times alone. */
  public void containerStopping(LiveSession session) {
    if (changes.mayDiffer(session)) {
      repeat(session);
    } else if (changes.areTimesBehind(session)) {
      repeated.submitTimes(session);
    }
  }

  /**
   * The session as a file should have it; null if a node that answers has it, or if it has ended in
   * another Tomcat.
   *
   * @throws java.util.ConcurrentModificationException if another thread changed a collection at
   *     each attempt
   */
  public @Nullable SessionSnapshot unstored(LiveSession session, NodeHealth health) {
    return backup.unstored(session, health);
  }

  // ---- the end ----

  /**
   * A session ended. Its record is deleted after any backup that is still running; before that if
   * the backup does not end, because an attribute blocks while it is written.
   *
   * @param wait whether to wait for the deletion, at most one operation timeout
   */
  public void removed(LiveSession session, boolean wait) {
    session.backupState().end().cameHere();
    if (wait && session.backupState().uses().isLate(tools.clock().millis())) {
      var unused =
          session.backupState().end().beginDeletion(); // that of the lane asks what is there
    }
    SessionId id = session.sessionId();
    CompletableFuture<Void> deletion =
        submit(session).whenComplete((done, failure) -> deleteLater(id, session, failure));
    if (wait) {
      var unused = tools.storeWait(settings.operationTimeout()).await(deletion);
      if (!deletion.isDone()) { // who does not wait leaves that to the rounds of deletions
        var unusedFirst =
            session.backupState().end().beginDeletion(); // the lane's asks what is there
        long created = session.times().creationTime();
        var unusedToo = tools.repository().deleteAgain(id, created);
      }
    }
  }

  /** A session got a new id: the record under the old one is deleted. */
  public void renamed(LiveSession session, SessionId oldId) {
    if (!oldId.base().equals(session.sessionId().base())) {
      invalidation.overUnder(oldId, session);
      // With a key of its own: a backup that was asked for just before must not take its place.
      String key = oldId.base() + " renamed";
      var unused =
          tools
              .executor()
              .submit(key, () -> backup.deleteFormer(session, oldId))
              .whenComplete((done, failure) -> deleteLater(oldId, session, failure));
    }
  }

  /** The queue of backups was full, or the deletion failed before it was asked for. */
  private void deleteLater(SessionId id, LiveSession session, @Nullable Throwable failure) {
    if (failure != null) {
      tools.repository().deleteLater(id, session.times().creationTime());
    }
  }
}
