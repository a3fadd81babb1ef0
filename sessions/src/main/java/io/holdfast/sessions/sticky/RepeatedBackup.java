package io.holdfast.sessions.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.sticky.FailoverLoader.Whereabouts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Backs a session up without a request: after a backup that failed, after nodes came and went, for
 * a change outside of requests, at the stop.
 *
 * <p>Only a request proves that a session is this Tomcat's. So a backup without one looks first
 * whether another Tomcat has stored or invalidated the session, and stores nothing then. It also
 * gives way to a queued backup of the session.
 */
final class RepeatedBackup {

  private static final System.Logger LOG = Loggers.of(RepeatedBackup.class);

  private static final int MAX_RETRIES = 5;
  private static final long FIRST_RETRY_MILLIS = 25;

  private final StickyTools tools;
  private final StickyBackup backup;
  private final FailoverLoader loader;
  private final StickyInvalidation invalidation;
  private final ScheduledExecutorService timer;

  RepeatedBackup(
      StickyTools tools,
      StickyBackup backup,
      FailoverLoader loader,
      StickyInvalidation invalidation,
      ScheduledExecutorService timer) {
    this.tools = tools;
    this.backup = backup;
    this.loader = loader;
    this.invalidation = invalidation;
    this.timer = timer;
  }

  /**
   * Backs a session up in the background.
   *
   * @return completes when that is done, or could not be; exceptionally if it failed, which the
   *     executor logs
   */
  CompletableFuture<Void> submit(LiveSession session) {
    return submit(session, 0);
  }

  /** Tries a backup again, a few times and later, that did not store all of a session. */
  void retry(LiveSession session) {
    retry(session, 0);
  }

  private CompletableFuture<Void> submit(LiveSession session, int retries) {
    return session.isLive() || session.backupState().end().isHere()
        ? tools
            .executor()
            .submitUnlessOneWaits(session.sessionId().base(), () -> perform(session, retries))
        : CompletableFuture.completedFuture(null);
  }

  private void perform(LiveSession session, int retries) {
    boolean isDone =
        session.backupState().end().isHere()
            ? backup.begin(session, null).end().join()
            : performIfOurs(session, retries);
    if (!isDone) {
      retry(session, retries);
    }
  }

  /** Whether nothing is left to do. */
  private boolean performIfOurs(LiveSession session, int retries) {
    FailoverLoader.Found found = loader.look(session);
    boolean isElsewhere = found.where() == Whereabouts.ELSEWHERE;
    session.backupState().elsewhere(isElsewhere);
    if (isElsewhere) {
      return true;
    }
    InvalidationMarks.Mark mark = invalidation.look(session);
    if (mark == InvalidationMarks.Mark.UNREACHABLE && retries < MAX_RETRIES) {
      tools.metrics().increment(Metric.BACKUPS_FAILED);
      return false;
    }
    if (mark == InvalidationMarks.Mark.FOUND) {
      return true;
    }
    boolean isDone = backup.begin(session, found.replies()).end().join();
    return deleteIfEnded(session, found) || isDone;
  }

  /**
   * Looks for the mark after the record was stored. A Tomcat that restores a mark looks for the
   * record after that: so one of the two sees what the other has done.
   */
  private boolean deleteIfEnded(LiveSession session, FailoverLoader.Found before) {
    if (before.where() != Whereabouts.NOWHERE
        || invalidation.look(session) != InvalidationMarks.Mark.FOUND) {
      return false;
    }
    tools.repository().deleteAgain(session.sessionId(), session.times().creationTime()).join();
    return true;
  }

  private void retry(LiveSession session, int retries) {
    if (retries >= MAX_RETRIES || !session.backupState().beginRetry()) {
      return;
    }
    try {
      var unused =
          timer.schedule(
              () -> {
                session.backupState().endRetry();
                var unusedEnd = submit(session, retries + 1);
              },
              FIRST_RETRY_MILLIS << (retries + 1),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Backups are stopping", e);
    }
  }

  /** Brings the times of a record up to date although its session did not change. */
  void submitTimes(LiveSession session) {
    var unused =
        tools
            .executor()
            .submitUnlessOneWaits(session.sessionId().base(), () -> refreshIfOurs(session));
  }

  private void refreshIfOurs(LiveSession session) {
    FailoverLoader.Found found = loader.look(session);
    if (found.where() != Whereabouts.ELSEWHERE
        && invalidation.look(session) != InvalidationMarks.Mark.FOUND) {
      backup.refresh(session, found.replies());
    }
  }
}
