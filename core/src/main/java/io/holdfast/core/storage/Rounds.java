package io.holdfast.core.storage;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task that a timer repeats until it is closed, whatever it meets. */
abstract class Rounds implements Runnable, AutoCloseable {

  private final ScheduledExecutorService timer;
  private @Nullable ScheduledFuture<?> next;
  private volatile boolean closed;

  /** Creates rounds that do not begin before {@link #start}. */
  Rounds(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** Does once what is repeated. */
  abstract void round();

  /** The time from one round to the next, in nanoseconds. */
  abstract long pause();

  /** Schedules the first round. */
  final synchronized void start(long nanos) {
    if (next == null) {
      schedule(nanos);
    }
  }

  @Override
  public final void run() {
    try {
      round();
    } finally {
      schedule(pause()); // also after a round that fails with an OutOfMemoryError
    }
  }

  private synchronized void schedule(long nanos) {
    if (closed) {
      return;
    }
    try {
      next = timer.schedule(this, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The timer is shut down first when everything stops together.
      closed = true;
    }
  }

  /** Returns whether a late answer of a round is to be ignored. */
  final boolean isClosed() {
    return closed;
  }

  /** Ends the rounds; ignores a late answer. */
  @Override
  public final synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel(false);
    }
  }
}
