package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Saves sessions behind their requests, the one that waits longest first. A save keeps no thread
 * while it waits for the nodes; only so many are under way at a time that a slow store does not
 * fill the heap with encoded sessions.
 *
 * <p>While a save of a session is under way, one more waits, and stands for all that are asked for
 * meanwhile, since it sees what they would see: a burst of requests costs two.
 *
 * <p>The lock is held for accesses of the two collections. It is a {@link ReentrantLock} because a
 * request may be a virtual thread.
 */
public final class BackgroundSaves {

  /** Saves under way at a time; with 8 new sessions took a fifth more processor time. */
  static final int UNDER_WAY = 64;

  private static final System.Logger LOG = Loggers.of(BackgroundSaves.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final Executor threads;
  private final int maxWaiting;
  private final SessionMetrics metrics;
  private final OccasionalLine failures = new OccasionalLine(BETWEEN_LINES, InstantSource.system());
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Supplier<? extends CompletableFuture<?>>> waiting =
      new LinkedHashMap<>();

  /** Sessions whose save is under way. */
  private final Set<String> underWay = new HashSet<>();

  private final Semaphore turns = new Semaphore(UNDER_WAY);

  /** Begins saves, which may run code of the application, on these threads. */
  public BackgroundSaves(Executor threads, int maxWaiting, SessionMetrics metrics) {
    this.threads = threads;
    this.maxWaiting = maxWaiting;
    this.metrics = metrics;
  }

  /** Saves a session on another thread. */
  public void save(String session, Supplier<? extends CompletableFuture<?>> save) {
    boolean isAccepted =
        locked(
            () -> {
              boolean isFull = waiting.size() >= maxWaiting && !waiting.containsKey(session);
              if (!isFull && waiting.put(session, save) != null) {
                metrics.increment(Metric.BACKUPS_COALESCED);
              }
              return !isFull;
            });
    if (isAccepted) {
      giveTurn();
    } else {
      refused(
          1,
          new RejectedExecutionException(
              "saves of %d sessions are waiting already".formatted(maxWaiting)));
    }
  }

  /** Has one more save begin, if one is due and not as many as may be are under way. */
  private void giveTurn() {
    if (!locked(() -> due() != null) || !turns.tryAcquire()) {
      return; // who ends gives its turn to what waits
    }
    try {
      threads.execute(this::takeTurn);
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread is to be had
      turns.release();
      refused(dropAll(), e);
    }
  }

  private void takeTurn() {
    Map.Entry<String, Supplier<? extends CompletableFuture<?>>> due = begin();
    if (due == null) {
      turnEnded();
      return;
    }
    var unused =
        begun(due.getValue())
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    failed(failure);
                  }
                  var unusedToo = locked(() -> underWay.remove(due.getKey()));
                  turnEnded();
                });
  }

  private void turnEnded() {
    turns.release();
    giveTurn();
  }

  private static CompletableFuture<?> begun(Supplier<? extends CompletableFuture<?>> save) {
    try {
      return save.get();
    } catch (Throwable e) { // whatever the application's code may throw: the turn must not be lost
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Takes the save that has waited longest among the sessions without a save under way. */
  private Map.@Nullable Entry<String, Supplier<? extends CompletableFuture<?>>> begin() {
    return locked(
        () -> {
          String session = due();
          if (session == null) {
            return null;
          }
          underWay.add(session);
          return Map.entry(session, Objects.requireNonNull(waiting.remove(session)));
        });
  }

  private @Nullable String due() {
    for (String session : waiting.keySet()) { // at most all that are under way come before it
      if (!underWay.contains(session)) {
        return session;
      }
    }
    return null;
  }

  private int dropAll() {
    return locked(
        () -> {
          int dropped = waiting.size();
          waiting.clear();
          return dropped;
        });
  }

  private <T extends @Nullable Object> T locked(Supplier<T> access) {
    lock.lock();
    try {
      return access.get();
    } finally {
      lock.unlock();
    }
  }

  private void refused(int saves, Throwable reason) {
    metrics.add(Metric.BACKUPS_REFUSED, saves);
    if (saves > 0) {
      failed(reason);
    }
  }

  private void failed(Throwable failure) {
    long others = failures.due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A session could not be saved, as %d others since the last message: %s"
              .formatted(others, failure),
          failure);
    }
  }

  /** Sessions whose save waits now. */
  public int waiting() {
    return locked(waiting::size);
  }
}
