package io.holdfast.sessions.runtime;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.seal.KeyFile;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Has other threads look whether a key file has changed: the timer and the threads of the stores,
 * on which all applications depend, must not wait for a disk. One look at a time, so that a disk
 * that hangs holds up one thread.
 */
final class KeyLooks {

  /** How long who needs a newer key waits for a look; what it opens counts as absent then. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final System.Logger LOG = Loggers.of(KeyLooks.class);

  private final KeyFile keys;
  private final ScheduledExecutorService timer;
  private final Executor threads;

  private CompletableFuture<?> looking = CompletableFuture.completedFuture(null);

  /** Completes when the last look has ended, or has taken too long. */
  private CompletableFuture<Void> waited = CompletableFuture.completedFuture(null);

  KeyLooks(KeyFile keys, ScheduledExecutorService timer, Executor threads) {
    this.keys = keys;
    this.timer = timer;
    this.threads = threads;
  }

  /** Looks, unless that is under way. */
  void look() {
    var unused = begin(keys::look);
  }

  /** Looks for an unknown key, at most once a second; completes in time, never exceptionally. */
  CompletableFuture<Void> newest() {
    return begin(keys::newest);
  }

  private synchronized CompletableFuture<Void> begin(Runnable look) {
    if (looking.isDone()) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      waited = end;
      try {
        var unused =
            timer.schedule(() -> end.complete(null), PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        looking = CompletableFuture.runAsync(look, threads);
      } catch (RuntimeException | Error e) { // no thread for it; the next look may have one
        LOG.log(Level.DEBUG, "Cannot check the key file now", e);
      }
      var unusedToo = looking.whenComplete((done, failure) -> end.complete(null));
    }
    return waited;
  }
}
