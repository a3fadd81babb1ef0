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
 * Runs actions when a time is over, the same time for all. So they are due in the order in which
 * they began, and one task of the timer is enough for all: a task for each would wake the timer's
 * thread with nearly every operation.
 *
 * <p>If the timer itself is late, this process stood still: in a garbage collection, or for want of
 * a processor. Answers may have come meanwhile that no thread has read. So the reading threads get
 * a moment before the node counts as unreachable.
 */
final class Deadlines {

  /** A delay that no timer has while a processor is free. */
  private static final long LATE_NANOS = 50_000_000;

  private static final long MOMENT_NANOS = 50_000_000;

  private final ScheduledExecutorService timer;
  private final Duration timeout;
  private final LongSupplier nanoTime;
  private final Queue<Deadline> inOrder = new ConcurrentLinkedQueue<>();
  private volatile boolean watched;
  private @Nullable Future<?> watch;
  private boolean closed;
  private long watchDue;
  private boolean hasWaited;

  /** One time that runs. */
  final class Deadline {

    private final long due;
    private final Runnable atClose;
    private volatile @Nullable Runnable action;

    private Deadline(long due, Runnable action, Runnable atClose) {
      this.due = due;
      this.action = action;
      this.atClose = atClose;
    }

    /** Drops the action. */
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
   * @param action not run if the deadline is cancelled before, or all are closed
   * @param atClose run in its place if all are closed before
   * @throws RejectedExecutionException if the timer is shut down
   */
  Deadline start(Runnable action, Runnable atClose) {
    Deadline deadline = new Deadline(nanoTime.getAsLong() + timeout.toNanos(), action, atClose);
    inOrder.add(deadline);
    if (!watched) {
      watch();
    }
    return deadline;
  }

  /** The time after which each deadline is over. */
  Duration timeout() {
    return timeout;
  }

  /** Ends all running deadlines, and runs their actions for a close. */
  void close() {
    synchronized (this) {
      closed = true;
      if (watch != null) {
        watch.cancel(false);
      }
    }
    for (Deadline next = inOrder.poll(); next != null; next = inOrder.poll()) {
      if (!next.isPast()) {
        next.action = null;
        next.atClose.run();
      }
    }
  }

  private synchronized void watch() {
    Deadline first = inOrder.peek();
    if (first != null && !watched && !closed) {
      watchAfter(first.due - nanoTime.getAsLong());
    }
  }

  private synchronized void watchAfter(long nanos) {
    long delay = Math.max(0, nanos);
    watchDue = nanoTime.getAsLong() + delay;
    watch = timer.schedule(this::look, delay, TimeUnit.NANOSECONDS);
    watched = true;
  }

  private void look() {
    if (!waitsAMoment()) {
      endThoseThatAreDue();
    }
  }

  /** Once for each time that this process stood still. */
  private synchronized boolean waitsAMoment() {
    hasWaited = !hasWaited && !closed && nanoTime.getAsLong() - watchDue > LATE_NANOS;
    if (hasWaited) {
      watchAfter(MOMENT_NANOS);
    }
    return hasWaited;
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
    watch(); // looks only now: a deadline that starts from here on sees that no task watches
  }

  /** Answers come in order, so this is nearly always the one that has just ended. */
  private void forgetPast() {
    for (Deadline first = inOrder.peek(); first != null && first.isPast(); first = inOrder.peek()) {
      inOrder.remove(first);
    }
  }
}
