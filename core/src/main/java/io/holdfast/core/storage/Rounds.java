package io.holdfast.core.storage;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A task that a timer repeats until it is closed, whatever it meets. */
final class Rounds implements AutoCloseable {

  private final ScheduledExecutorService timer;
  private final Runnable round;
  private final LongSupplier pause;
  private @Nullable ScheduledFuture<?> next;
  private volatile boolean closed;

  /**
   * Creates rounds that do not begin before {@link #start}.
   *
   * @param timer not closed by this class
   * @param pause from one round to the next, in nanoseconds
   */
  Rounds(ScheduledExecutorService timer, Runnable round, LongSupplier pause) {
    this.timer = timer;
    this.round = round;
    this.pause = pause;
  }

  /** Schedules the first round. */
  synchronized void start(long nanos) {
    if (next == null) {
      schedule(nanos);
    }
  }

  private void run() {
    try {
      round.run();
    } finally {
      schedule(pause.getAsLong()); // also after a round that fails with an OutOfMemoryError
    }
  }

  private synchronized void schedule(long nanos) {
    if (closed) {
      return;
    }
    try {
      next = timer.schedule(this::run, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The timer is shut down first when everything stops together.
      closed = true;
    }
  }

  /** Returns whether a late answer of a round is to be ignored. */
  boolean isClosed() {
    return closed;
  }

  /** Ends the rounds. */
  @Override
  public synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel(false);
    }
  }
}
