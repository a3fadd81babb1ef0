package io.holdfast.core.sticky;

import io.holdfast.core.backup.BackupExecutor;
import io.holdfast.core.backup.PendingBackup;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.Waiting;
import io.holdfast.core.repository.InvalidationMarks;
import io.holdfast.core.repository.StickyRepository;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.sticky.FailoverLoader.Whereabouts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The order of steps around one request: load before it, back up after it, delete when a session
 * ends. Trouble in the store makes a step give up; it never makes a request fail.
 */
public final class StickySessionService {

  private static final System.Logger LOG = Loggers.of(StickySessionService.class);

  private static final int MAX_RETRIES = 5;
  private static final long FIRST_RETRY_MILLIS = 25;

  private final StickyRepository repository;
  private final FailoverLoader takeovers;
  private final StickyInvalidation ends;
  private final BackupExecutor executor;
  private final ScheduledExecutorService timer;
  private final StickyBackup backup;
  private final FileTakeover files;
  private final SessionMetrics metrics;
  private final InstantSource clock;
  private final boolean async;
  private final Duration backupTimeout;
  private final Duration operationTimeout;

  public StickySessionService(
      StickyRepository repository,
      FailoverLoader takeovers,
      StickyInvalidation ends,
      BackupExecutor executor,
      ScheduledExecutorService timer,
      StickyBackup backup,
      FileTakeover files,
      SessionMetrics metrics,
      InstantSource clock,
      boolean async,
      Duration backupTimeout,
      Duration operationTimeout) {
    this.repository = repository;
    this.takeovers = takeovers;
    this.ends = ends;
    this.executor = executor;
    this.timer = timer;
    this.backup = backup;
    this.files = files;
    this.metrics = metrics;
    this.clock = clock;
    this.async = async;
    this.backupTimeout = backupTimeout;
    this.operationTimeout = operationTimeout;
  }

  /**
   * Decides who has the newest state of a session. Waits as long as the nodes take to answer: less
   * than an operation timeout, or little more than one while a node is silent that does not count
   * as lost yet; once more where what is here would go on in doubt, which may have ended elsewhere.
   *
   * @param id as the client sent it; its route is not this Tomcat's, or the session is not here
   * @param local the copy that this Tomcat has, if it has one
   */
  public FailoverResult takeOver(SessionId id, @Nullable LiveSession local) {
    FailoverResult answer = takeovers.takeOver(id, local);
    boolean hasEnded =
        answer instanceof FailoverResult.NothingBetter
            && local != null
            && local.backupState().isInDoubt()
            && ends.look(local) == InvalidationMarks.Mark.FOUND;
    return files.orBetter(id, local, hasEnded ? new FailoverResult.Over() : answer);
  }

  /**
   * Whether a session that is here should be taken over again: it went on although a newer record
   * may exist, and that can be known now.
   */
  public boolean canBeSettled(LiveSession session) {
    return takeovers.canBeSettled(session);
  }

  /**
   * A request that used the session is over: backs it up if anything changed. Returns when the
   * backup is under way, or, where backups are synchronous, when it is done or its time is up.
   */
  public void requestEnded(LiveSession session) {
    session.backupState().requestEnded(clock.millis());
    if (!backup.mayBeNeeded(session)) {
      metrics.increment(
          backup.hasNowhereToGo(session) ? Metric.BACKUPS_FAILED : Metric.BACKUPS_SKIPPED);
      return;
    }
    if (async) {
      var unused = submit(session);
    } else {
      var unused = Waiting.atMost(backupTimeout, beginHere(session));
    }
  }

  /**
   * Whether the record says what the session says now. For a request that outlives its application:
   * nothing of it is stored any more.
   */
  public boolean isStoredAsItIs(LiveSession session) {
    return backup.isStoredAsItIs(session);
  }

  /**
   * Backs a session up on this thread, which waits for it anyway, as far as that needs no waiting;
   * in the background where it does.
   */
  private CompletableFuture<?> beginHere(LiveSession session) {
    BackupExecutor.Turn turn = executor.tryTurn(session.sessionId().base());
    PendingBackup<Boolean> begun = null;
    if (turn != null) {
      try {
        begun = backup.tryAtOnce(session);
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
            .whenComplete((done, failure) -> ended(session, turn, Boolean.TRUE.equals(done)));
  }

  private void ended(LiveSession session, BackupExecutor.Turn turn, boolean isDone) {
    turn.end();
    concluded(session, isDone);
  }

  private void concluded(LiveSession session, boolean isDone) {
    if (!isDone && session.backupState().beginRetry()) {
      retryLater(session, 1);
    }
  }

  /**
   * Somebody has changed the session who is no request of its own, such as a WebSocket: backs it up
   * in the background, unless it has moved to another Tomcat, or has ended there.
   *
   * @return completes when that is done, or could not be; at once while a backup of the session
   *     runs, which may be what calls
   */
  public CompletableFuture<Void> changedOutsideRequests(LiveSession session) {
    boolean mayWait = session.backupState().lock().availablePermits() > 0;
    CompletableFuture<Void> stored =
        backup.mayBeNeeded(session) ? repeat(session, 0) : CompletableFuture.completedFuture(null);
    return mayWait ? stored : CompletableFuture.completedFuture(null);
  }

  /** Whether another Tomcat has the session, or had it when it ended, as far as is known here. */
  public boolean isKnownElsewhere(LiveSession session) {
    StickyState state = session.backupState();
    return state.hasEndedElsewhere() || state.isElsewhere();
  }

  /**
   * Backs a session up in the background. If that does not succeed, it is tried again a few times
   * without waiting for the next request, which may never come.
   */
  private CompletableFuture<Void> submit(LiveSession session) {
    return executor.begin(session.sessionId().base(), () -> begin(session));
  }

  private PendingBackup<?> begin(LiveSession session) {
    PendingBackup<Boolean> begun = backup.tryAtOnce(session);
    if (begun == null) {
      backUp(session, 0);
      return PendingBackup.OVER;
    }
    return begun.thenAccept(isDone -> concluded(session, isDone));
  }

  /**
   * Stores a session again without a request. Gives way to whatever waits for its turn already, and
   * to another Tomcat that has stored the session since: only a request proves that it is ours.
   */
  void repeat(LiveSession session) {
    var unused = repeat(session, 0);
  }

  /** The executor logs failures. */
  private CompletableFuture<Void> repeat(LiveSession session, int retries) {
    return session.isLive() || session.backupState().isRemoved()
        ? executor.submitUnlessOneWaits(
            session.sessionId().base(), () -> backUpIfOurs(session, retries))
        : CompletableFuture.completedFuture(null);
  }

  private void backUpIfOurs(LiveSession session, int retries) {
    if (session.backupState().isRemoved()) {
      backUp(session, retries);
      return;
    }
    FailoverLoader.Found found = takeovers.look(session);
    boolean isElsewhere = found.where() == Whereabouts.ELSEWHERE;
    session.backupState().elsewhere(isElsewhere);
    if (isElsewhere) {
      return;
    }
    InvalidationMarks.Mark mark = ends.look(session);
    if (mark == InvalidationMarks.Mark.UNHEARD && retries < MAX_RETRIES) {
      metrics.increment(Metric.BACKUPS_FAILED);
      again(session, retries);
    } else if (mark != InvalidationMarks.Mark.FOUND) {
      boolean isDone = backup.run(session, found.heard());
      if (!deleteIfEnded(session, found) && !isDone) {
        again(session, retries);
      }
    }
  }

  /**
   * Whoever restores the mark of an end looks for the record after that; so here it is looked for
   * the mark after the record was stored. One of the two sees what the other has done.
   */
  private boolean deleteIfEnded(LiveSession session, FailoverLoader.Found before) {
    if (before.where() != Whereabouts.NOWHERE
        || ends.look(session) != InvalidationMarks.Mark.FOUND) {
      return false;
    }
    repository.delete(session.sessionId()).join();
    return true;
  }

  private void again(LiveSession session, int retries) {
    if (retries < MAX_RETRIES && session.backupState().beginRetry()) {
      retryLater(session, retries + 1);
    }
  }

  private void backUp(LiveSession session, int retries) {
    if (!backup.run(session)) {
      again(session, retries);
    }
  }

  private void retryLater(LiveSession session, int retries) {
    try {
      var unused =
          timer.schedule(
              () -> {
                session.backupState().endRetry();
                var unusedEnd = repeat(session, retries);
              },
              FIRST_RETRY_MILLIS << retries,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Backups are stopping", e);
    }
  }

  /**
   * An id is about to end, with its session or because that gets another one. From now on nothing
   * is loaded under it, although its record is deleted only later, by {@link #removed} or {@link
   * #renamed}.
   */
  public void ending(SessionId id) {
    repository.forbid(id);
  }

  /**
   * A session ended. Its record is deleted after any backup that is still running.
   *
   * @param wait whether to wait for the deletion, at most one operation timeout
   */
  public void removed(LiveSession session, boolean wait) {
    session.backupState().removed();
    CompletableFuture<Void> deletion = submit(session);
    if (wait) {
      var unused = Waiting.atMost(operationTimeout, deletion);
    }
  }

  /** Brings the store up to date before the container stops: content, or times alone. */
  public void containerStopping(LiveSession session) {
    if (backup.mayBeNeeded(session)) {
      repeat(session);
    } else if (backup.areTimesBehind(session)) {
      var unused =
          executor.submitUnlessOneWaits(session.sessionId().base(), () -> refreshIfOurs(session));
    }
  }

  private void refreshIfOurs(LiveSession session) {
    FailoverLoader.Found found = takeovers.look(session);
    if (found.where() != Whereabouts.ELSEWHERE
        && ends.look(session) != InvalidationMarks.Mark.FOUND) {
      backup.refresh(session, found.heard());
    }
  }

  /** A session got a new id: the record under the old one is deleted. */
  public void renamed(LiveSession session, SessionId oldId) {
    if (!oldId.base().equals(session.sessionId().base())) {
      ends.overUnder(oldId, session);
      // With a key of its own: a backup that was asked for just before must not take its place.
      String key = oldId.base() + " renamed";
      var unused = executor.submit(key, () -> backup.deleteFormer(session, oldId));
    }
  }

  /** The application is about to end a session: no other Tomcat tells its application again. */
  public void endAsked(LiveSession session) {
    ends.overUnder(session.sessionId(), session);
  }

  /**
   * Whether a session that is here has gone on at another Tomcat, or has ended there. Asks the
   * store; false if that does not answer.
   */
  public boolean isElsewhere(LiveSession session) {
    return ends.isElsewhere(session);
  }

  /**
   * Whether the application is to be told here that a session is over, whose time seems to be up.
   * It may have moved, or may have ended elsewhere. Asks the store, without waiting for it; true if
   * that does not answer.
   */
  public CompletableFuture<Boolean> mayTellEnd(LiveSession session) {
    return ends.mayTell(session);
  }
}
