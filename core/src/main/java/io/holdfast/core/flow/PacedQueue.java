package io.holdfast.core.flow;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Work on many sessions, a batch at a time, each session standing in the queue once. Runs on a
 * timer; the queue has the monitor of this object, which is held while a batch is handed over.
 */
final class PacedQueue<T> {

  private static final System.Logger LOG = System.getLogger(PacedQueue.class.getName());
  private static final int BATCH = 100;
  private static final long PAUSE_MILLIS = 100;

  private final ScheduledExecutorService timer;
  private final Consumer<T> work;
  private final Set<T> queue = new LinkedHashSet<>();
  private boolean scheduled;

  PacedQueue(ScheduledExecutorService timer, Consumer<T> work) {
    this.timer = timer;
    this.work = work;
  }

  synchronized void addAll(Collection<T> items) {
    queue.addAll(items);
    if (!scheduled && !queue.isEmpty()) {
      scheduled = true;
      later(this::nextBatch);
    }
  }

  /** Does something on the timer, as soon as it is free. */
  void later(Runnable step) {
    schedule(step, 0);
  }

  private void nextBatch() {
    synchronized (this) {
      for (int i = 0; i < BATCH && !queue.isEmpty(); i++) {
        T next = queue.iterator().next();
        queue.remove(next);
        work.accept(next);
      }
      scheduled = !queue.isEmpty();
      if (!scheduled) {
        return;
      }
    }
    schedule(this::nextBatch, PAUSE_MILLIS);
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
    } catch (RuntimeException e) { // a timer swallows it, and with it all sessions still to store
      LOG.log(System.Logger.Level.WARNING, "Sessions could not be stored again", e);
    }
  }
}
