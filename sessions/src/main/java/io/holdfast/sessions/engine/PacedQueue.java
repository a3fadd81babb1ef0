package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Work on many sessions, a batch at a time; each session is in the queue once. Runs on a timer; the
 * monitor of this object guards the queue and is held while a batch is handed over.
 */
final class PacedQueue<T> {

  private static final System.Logger LOG = Loggers.of(PacedQueue.class);
  private static final int BATCHES_PER_SECOND = 10;

  private final ScheduledExecutorService timer;
  private final Consumer<T> work;
  private final int batch;
  private final long pauseMillis;
  private final Set<T> queue = new LinkedHashSet<>();
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private boolean scheduled;
  private long done;

  /** An empty queue; the work for each is brief. */
  PacedQueue(ScheduledExecutorService timer, int perSecond, Consumer<T> work) {
    this.timer = timer;
    this.work = work;
    this.batch = Math.max(1, perSecond / BATCHES_PER_SECOND);
    this.pauseMillis = TimeUnit.SECONDS.toMillis(batch) / perSecond;
  }

  synchronized void addAll(Collection<T> items) {
    queue.addAll(items);
    if (!scheduled && !queue.isEmpty()) {
      schedule(this::nextBatch, 0);
      scheduled = true; // not if there is no memory for that: the next ones that come try again
    }
  }

  /** Completes when the queue is empty; at once if it is. */
  synchronized CompletableFuture<Void> whenEmpty() {
    CompletableFuture<Void> empty = new CompletableFuture<>();
    if (scheduled) {
      waiting.add(empty);
    } else {
      empty.complete(null);
    }
    return empty;
  }

  /** How many sessions wait, and how many are done. */
  synchronized ResyncProgress progress() {
    return new ResyncProgress(queue.size(), done);
  }

  /** Does something on the timer, as soon as it is free. */
  void later(Runnable step) {
    schedule(step, 0);
  }

  private void nextBatch() {
    List<CompletableFuture<Void>> over;
    synchronized (this) {
      scheduled = false;
      for (int i = 0; i < batch && !queue.isEmpty(); i++) {
        T next = queue.iterator().next();
        queue.remove(next);
        done++;
        guarded(() -> work.accept(next));
      }
      if (!queue.isEmpty()) {
        schedule(this::nextBatch, pauseMillis);
        scheduled = true;
        return;
      }
      over = List.copyOf(waiting);
      waiting.clear();
    }
    over.forEach(empty -> empty.complete(null));
  }

  private void schedule(Runnable step, long delayMillis) {
    try {
      var unused = timer.schedule(() -> guarded(step), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Backups are stopping", e);
    }
  }

  private static void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException
        | Error e) { // a timer swallows it, and with it all sessions still to store
      LOG.log(System.Logger.Level.WARNING, "Sessions could not be stored again", e);
    }
  }
}
