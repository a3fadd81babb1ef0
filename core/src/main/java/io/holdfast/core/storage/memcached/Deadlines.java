package io.holdfast.core.storage.memcached;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs something when a time is over, the same time for all. So they are due in the order in which
 * they began, and one task of the timer is enough for all of them: a task for each would wake the
 * timer's thread with nearly every operation.
 */
final class Deadlines {

  private final ScheduledExecutorService timer;
  private final Duration timeout;
  private final LongSupplier nanoTime;
  private final Queue<Deadline> inOrder = new ConcurrentLinkedQueue<>();
  private volatile boolean watched;
  private @Nullable Future<?> watch;
  private boolean closed;

  /** One time that runs. */
  final class Deadline {

    private final long due;
    private volatile @Nullable Runnable action;

    private Deadline(long due, Runnable action) {
      this.due = due;
      this.action = action;
    }

    /** Nothing is to be run any more, and nothing is kept of it. */
    void cancel() {
      action = null;
      forgetPast();
    }

    private boolean isPast() {
      return action == null;
    }

    private void end() {
      Runnable last = action;
      action = null;
      if (last != null) {
        last.run();
      }
    }
  }

  /**
   * Creates deadlines.
   *
   * @param timer watches them; not closed by this class
   * @param timeout after which each of them is over
   * @param nanoTime a running clock
   */
  Deadlines(ScheduledExecutorService timer, Duration timeout, LongSupplier nanoTime) {
    this.timer = timer;
    this.timeout = timeout;
    this.nanoTime = nanoTime;
  }

  /**
   * Runs an action on the timer when the time is over, counted from now.
   *
   * @throws RejectedExecutionException if the timer is shut down
   */
  Deadline start(Runnable action) {
    Deadline deadline = new Deadline(nanoTime.getAsLong() + timeout.toNanos(), action);
    inOrder.add(deadline);
    if (!watched) {
      watch();
    }
    return deadline;
  }

  /** After which each of them is over. */
  Duration timeout() {
    return timeout;
  }

  /** Nothing runs any more. */
  synchronized void close() {
    closed = true;
    if (watch != null) {
      watch.cancel(false);
    }
  }

  private synchronized void watch() {
    Deadline first = inOrder.peek();
    if (first != null && !watched && !closed) {
      long delay = Math.max(0, first.due - nanoTime.getAsLong());
      watch = timer.schedule(this::endThoseThatAreDue, delay, TimeUnit.NANOSECONDS);
      watched = true;
    }
  }

  private void endThoseThatAreDue() {
    try {
      forgetPast();
      for (Deadline first = inOrder.peek();
          first != null && first.due - nanoTime.getAsLong() <= 0;
          first = inOrder.peek()) {
        first.end();
        forgetPast();
      }
    } finally {
      watchOn();
    }
  }

  private void watchOn() {
    synchronized (this) {
      watched = false;
    }
    watch(); // looks only now: who starts one from here on sees that nobody watches
  }

  /** Answers come in order, so this is nearly always the one that has just ended. */
  private void forgetPast() {
    for (Deadline first = inOrder.peek(); first != null && first.isPast(); first = inOrder.peek()) {
      inOrder.remove(first);
    }
  }
}
