package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.SessionMetrics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one web application's locks share.
 *
 * @param terms of its leases
 * @param backoff of Tomcats that wait for another Tomcat
 * @param timer runs what is to happen later
 * @param clock in nanoseconds from any origin, never set back
 * @param metrics counts what happens
 */
record LockTools(
    LeaseTerms terms,
    Backoff backoff,
    ScheduledExecutorService timer,
    LongSupplier clock,
    SessionMetrics metrics) {

  /** Nanoseconds, for differences only. */
  long now() {
    return clock.getAsLong();
  }

  /** Returns the answer, or the other value if the time is up before. */
  <T> CompletableFuture<T> atMost(Duration time, CompletableFuture<T> answer, T otherwise) {
    if (answer.isDone()) {
      return answer;
    }
    CompletableFuture<T> first = answer.copy();
    unlessBefore(first, time, () -> first.complete(otherwise));
    return first;
  }

  /** Runs a task after a time, or at once without a timer, unless the future completes before. */
  void unlessBefore(CompletableFuture<?> awaited, Duration time, Runnable task) {
    Future<?> end = later(time, task);
    if (end == null) {
      task.run();
    } else {
      var unused = awaited.whenComplete((result, failure) -> end.cancel(false));
    }
  }

  /** Runs a task later; null if the timer is shut down, at a stop, or has no memory for it. */
  @Nullable ScheduledFuture<?> later(Duration delay, Runnable task) {
    try {
      return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return null;
    }
  }
}
