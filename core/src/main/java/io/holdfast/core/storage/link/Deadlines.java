package io.holdfast.core.storage.link;

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
 * Runs actions after a time that is the same for all. So they are due in the order in which they
 * began, and one task of the timer serves all: a task for each would wake the timer's thread with
 * nearly every operation.
 *
 * <p>If the timer itself is late, this process stood still: in a garbage collection, or without a
 * processor. Answers may have arrived meanwhile that no thread has read. So the reading thread gets
 * its turn, of at most a second, before the node counts as unreachable.
 */
public final class Deadlines {

  /** A delay that no timer has while a processor is free. */
  private static final long LATE_NANOS = 50_000_000;

  private static final long MOMENT_NANOS = 50_000_000;
  private static final int MOST_MOMENTS = 20;

  /** The first may have been over, but for being counted, when this process stood still. */
  private static final int ENOUGH_ROUNDS = 2;

  private final ScheduledExecutorService timer;
  private final Duration timeout;
  private final LongSupplier nanoTime;
  private final Reading reading;
  private final Queue<Deadline> inOrder = new ConcurrentLinkedQueue<>();
  private volatile boolean watched;
  private @Nullable Future<?> watch;
  private boolean closed;
  private long watchDue;

  /** Since this process was found to have stood still; 0: it did not. */
  private int moments;

  private long firstRound;

  /** The thread that reads answers, which it does in rounds. */
  public interface Reading {

    /**
     * Has a round begin soon, also if nothing has come.
     *
     * @return how many rounds are over; less than before if another thread reads now, negative if
     *     none does
     */
    long begin();
  }

  /** One time that runs, and what happens at its end. */
  public abstract static class Deadline {

    private long due;
    private volatile @Nullable Deadlines among;

    /** The time has passed. On the timer; not if it was cancelled before, or all were closed. */
    protected abstract void timeOut(Duration timeout);

    /** All are closed before the time has passed. */
    protected abstract void closed();

    /** Lets the time run no more. */
    protected final void cancel() {
      Deadlines others = among;
      among = null;
      if (others != null) {
        others.forgetPast();
      }
    }

    private boolean isPast() {
      return among == null;
    }
  }

  /**
   * Creates deadlines.
   *
   * @param timer watches them; not closed by this class
   * @param timeout after which each of them expires
   * @param nanoTime a running clock
   * @param reading reads the answers; queried only after this process stood still
   */
  public Deadlines(
      ScheduledExecutorService timer, Duration timeout, LongSupplier nanoTime, Reading reading) {
    this.timer = timer;
    this.timeout = timeout;
    this.nanoTime = nanoTime;
    this.reading = reading;
  }

  /**
   * Lets a time run until the timeout has passed, counted from now.
   *
   * @param deadline that has not run before
   * @throws RejectedExecutionException if the timer is shut down
   */
  public void start(Deadline deadline) {
    deadline.due = nanoTime.getAsLong() + timeout.toNanos();
    deadline.among = this;
    inOrder.add(deadline);
    if (!watched) {
      watch();
    }
  }

  /** Ends all times that run, and tells each so. */
  public void close() {
    synchronized (this) {
      closed = true;
      if (watch != null) {
        watch.cancel(false);
      }
    }
    for (Deadline next = inOrder.poll(); next != null; next = inOrder.poll()) {
      if (!next.isPast()) {
        next.among = null;
        next.closed();
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

  /** Whatever it meets, such as a want of memory: another look follows while any time runs. */
  private void look() {
    boolean isWaiting = false;
    try {
      isWaiting = waitsForAnswers();
    } finally {
      if (!isWaiting) {
        endThoseThatAreDue();
      }
    }
  }

  /** Returns whether what came while this process stood still has not been read yet. */
  private synchronized boolean waitsForAnswers() {
    boolean isWaiting = moments > 0;
    if (closed || (!isWaiting && nanoTime.getAsLong() - watchDue <= LATE_NANOS)) {
      return false;
    }
    long round = reading.begin();
    if (!isWaiting) {
      firstRound = round;
    } else if (isReadSince(round)) {
      moments = 0;
      return false;
    }
    watchAfter(MOMENT_NANOS);
    moments++;
    return true;
  }

  private boolean isReadSince(long round) {
    return round < 0
        || round < firstRound
        || round - firstRound >= ENOUGH_ROUNDS
        || moments == MOST_MOMENTS;
  }

  private void endThoseThatAreDue() {
    try {
      forgetPast();
      for (Deadline first = inOrder.peek();
          first != null && first.due - nanoTime.getAsLong() <= 0;
          first = inOrder.peek()) {
        if (!first.isPast()) {
          first.among = null;
          first.timeOut(timeout);
        }
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
