package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.SessionMetrics;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one web application's locks share.
 *
 * @param owner of its leases
 * @param terms of its leases
 * @param writes counts the owner's writes of leases
 * @param random spreads the pauses, so that waiting Tomcats do not ask at the same moment;
 *     thread-safe
 * @param timer runs what is to happen later
 * @param clock in nanoseconds from any origin, never set back
 * @param metrics counts what happens
 */
record LockTools(
    UUID owner,
    LeaseTerms terms,
    AtomicLong writes,
    RandomGenerator random,
    ScheduledExecutorService timer,
    LongSupplier clock,
    SessionMetrics metrics) {

  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(2).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final int MAX_DOUBLINGS = 20;

  /**
   * How long to wait before asking again for a lease that another Tomcat has: doubled each time up
   * to a limit, and half of it at random.
   *
   * @param attempts that have failed, at least 1
   */
  Duration pauseAfter(int attempts) {
    long doubled = FIRST_PAUSE_NANOS << Math.min(attempts - 1, MAX_DOUBLINGS);
    return jittered(Math.min(doubled, LONGEST_PAUSE_NANOS));
  }

  /** A wait in which every other waiting Tomcat asks at least once. */
  Duration pauseForOthers() {
    return jittered(LONGEST_PAUSE_NANOS / 2).plusNanos(LONGEST_PAUSE_NANOS);
  }

  private Duration jittered(long most) {
    return Duration.ofNanos(most / 2 + random.nextLong(most / 2 + 1));
  }

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
