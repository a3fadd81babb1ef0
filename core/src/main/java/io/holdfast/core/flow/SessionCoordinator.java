package io.holdfast.core.flow;

import io.holdfast.core.backup.BackupExecutor;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.repository.LoadResult;
import io.holdfast.core.repository.SessionRepository;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The order of steps around one request: load before it, back up after it, delete when a session
 * ends. Trouble in the store makes a step give up; it never makes a request fail.
 */
public final class SessionCoordinator {

  private static final System.Logger LOG = System.getLogger(SessionCoordinator.class.getName());

  private static final int MAX_RETRIES = 5;
  private static final long FIRST_RETRY_MILLIS = 25;
  private static final Duration LOAD_GRACE = Duration.ofMillis(100);

  private final SessionRepository repository;
  private final SnapshotCodec codec;
  private final BackupExecutor executor;
  private final ScheduledExecutorService timer;
  private final SessionBackup backup;
  private final SessionMetrics metrics;
  private final InstantSource clock;
  private final SessionAge age;
  private final boolean async;
  private final Duration backupTimeout;
  private final Duration operationTimeout;

  SessionCoordinator(
      SessionRepository repository,
      SnapshotCodec codec,
      BackupExecutor executor,
      ScheduledExecutorService timer,
      SessionBackup backup,
      SessionMetrics metrics,
      InstantSource clock,
      boolean async,
      Duration backupTimeout,
      Duration operationTimeout) {
    this.repository = repository;
    this.codec = codec;
    this.executor = executor;
    this.timer = timer;
    this.backup = backup;
    this.metrics = metrics;
    this.clock = clock;
    this.age = new SessionAge(clock);
    this.async = async;
    this.backupTimeout = backupTimeout;
    this.operationTimeout = operationTimeout;
  }

  /**
   * Decides who has the newest state of a session. Waits as long as the nodes take to answer: less
   * than an operation timeout, or little more than one while a node is silent that does not count
   * as lost yet.
   *
   * @param id as the client sent it; its route is not this Tomcat's, or the session is not here
   * @param local the copy that this Tomcat has, if it has one
   */
  public Takeover takeOver(SessionId id, @Nullable LiveSession local) {
    LoadResult result = await(repository.load(id), loadTimeout());
    if (result == null || result instanceof LoadResult.Unavailable) {
      return new Takeover.NothingBetter();
    }
    if (result instanceof LoadResult.Found found
        && local != null
        && local.backupState().knows(found.snapshot(), local.sessionId())) {
      return new Takeover.NothingBetter();
    }
    RestoredSession restored = usable(id, result);
    return restored == null ? new Takeover.Over() : new Takeover.Newer(restored);
  }

  /**
   * Loads a session. Waits as long as the nodes take to answer: less than an operation timeout, or
   * little more than one while a node is silent that does not count as lost yet.
   *
   * @return null if the store has no record that can be read and has not expired
   */
  @Nullable RestoredSession load(SessionId id) {
    return usable(id, await(repository.load(id), loadTimeout()));
  }

  private @Nullable RestoredSession usable(SessionId id, @Nullable LoadResult result) {
    if (!(result instanceof LoadResult.Found found)) {
      return null;
    }
    SessionSnapshot snapshot = found.snapshot();
    if (age.isOver(snapshot.times())) {
      return null;
    }
    try {
      return restore(found);
    } catch (TranscoderException e) {
      metrics.increment(Metric.LOADS_UNREADABLE);
      LOG.log(
          System.Logger.Level.WARNING,
          "The record of session {0} on node {1} cannot be decoded and counts as absent: {2}",
          id,
          found.nodeIds(),
          e.getMessage());
      return null;
    }
  }

  /**
   * The stores keep the deadline of each operation, of which a load has two in a row. What it waits
   * itself is longer: one silent node must not hide what another has answered.
   */
  private Duration loadTimeout() {
    return operationTimeout.multipliedBy(2).plus(LOAD_GRACE);
  }

  private RestoredSession restore(LoadResult.Found found) {
    SessionSnapshot snapshot = found.snapshot();
    Map<String, Object> attributes = codec.decode(snapshot.attributes());
    return new RestoredSession(
        snapshot.id(),
        snapshot.version(),
        age.inUse(snapshot.times()),
        snapshot.authType(),
        codec.decodePrincipal(snapshot.principal()),
        attributes,
        BackupState.of(
            new StoredState(
                snapshot.version(),
                null,
                Fingerprint.of(snapshot.attributes()),
                found.nodeIds(),
                snapshot.times().thisAccessedTime())));
  }

  /**
   * A request that used the session is over: backs it up if anything changed. Returns when the
   * backup is under way, or, where backups are synchronous, when it is done or its time is up.
   */
  public void requestEnded(LiveSession session) {
    session.backupState().requestEnded(clock.millis());
    if (!backup.mayBeNeeded(session)) {
      metrics.increment(Metric.BACKUPS_SKIPPED);
      return;
    }
    CompletableFuture<Void> done = submit(session);
    if (!async) {
      await(done, backupTimeout);
    }
  }

  /**
   * Backs a session up in the background. If that does not succeed, it is tried again a few times
   * without waiting for the next request, which may never come.
   */
  private CompletableFuture<Void> submit(LiveSession session) {
    return executor.submit(session.sessionId().base(), () -> backUp(session, 0));
  }

  /**
   * Stores a session again without a request. Gives way to whatever waits for its turn already, and
   * to another Tomcat that has stored the session since: only a request proves that it is ours.
   */
  void repeat(LiveSession session) {
    repeat(session, 0);
  }

  private void repeat(LiveSession session, int retries) {
    if (session.isLive() || session.backupState().isRemoved()) {
      var unused = // the executor logs failures
          executor.submitUnlessOneWaits(
              session.sessionId().base(), () -> backUpIfOurs(session, retries));
    }
  }

  private void backUpIfOurs(LiveSession session, int retries) {
    if (session.backupState().isRemoved() || !isStoredByAnother(session)) {
      backUp(session, retries);
    }
  }

  private void backUp(LiveSession session, int retries) {
    if (!backup.run(session) && retries < MAX_RETRIES && session.backupState().beginRetry()) {
      retryLater(session, retries + 1);
    }
  }

  private void retryLater(LiveSession session, int retries) {
    try {
      var unused =
          timer.schedule(
              () -> {
                session.backupState().endRetry();
                repeat(session, retries);
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
      await(deletion, operationTimeout);
    }
  }

  /** Brings the store up to date before the container stops: content, or times alone. */
  void containerStopping(LiveSession session) {
    if (backup.mayBeNeeded(session)) {
      repeat(session);
    } else if (backup.areTimesBehind(session)) {
      var unused =
          executor.submitUnlessOneWaits(session.sessionId().base(), () -> refreshIfOurs(session));
    }
  }

  private void refreshIfOurs(LiveSession session) {
    if (!isStoredByAnother(session)) {
      backup.refresh(session);
    }
  }

  /** A session got a new id: the record under the old one is deleted. */
  public void renamed(LiveSession session, SessionId oldId) {
    if (!oldId.base().equals(session.sessionId().base())) {
      // With a key of its own: a backup that was asked for just before must not take its place.
      String key = oldId.base() + " renamed";
      var unused = executor.submit(key, () -> backup.deleteFormer(session, oldId));
    }
  }

  /**
   * Whether another Tomcat has served and stored the session since this one did: it has moved. Asks
   * the store; false if that does not answer.
   *
   * <p>The version alone does not tell. A Tomcat that the session left keeps its copy for a while,
   * and may store it into nodes that are empty; the times show that it is the older one.
   */
  public boolean isStoredByAnother(LiveSession session) {
    LoadResult result = await(repository.load(session.sessionId()), loadTimeout());
    if (!(result instanceof LoadResult.Found found)) {
      return false;
    }
    BackupState state = session.backupState();
    SessionSnapshot latest = found.snapshot();
    boolean isNewer = latest.version() > state.version();
    boolean wasUsedLater = latest.times().thisAccessedTime() > state.lastUseOf(session);
    if (isNewer && !wasUsedLater) {
      state.outdo(latest.version());
    }
    return isNewer && wasUsedLater;
  }

  private static <T> @Nullable T await(CompletableFuture<T> future, Duration limit) {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (TimeoutException e) {
      LOG.log(
          System.Logger.Level.DEBUG, () -> "The store did not answer within %s".formatted(limit));
      return null;
    } catch (ExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The store could not be asked", e.getCause());
      return null;
    }
  }
}
