package io.holdfast.core.storage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A timer whose time a test advances; tasks run on the test's thread, and may be scheduled by any.
 * One-shot tasks only.
 */
public final class ManualTimer extends AbstractExecutorService implements ScheduledExecutorService {

  private final List<Task<?>> tasks = new ArrayList<>();
  private long now;
  private long scheduled;
  private boolean shutDown;
  private int failures;

  /** Runs what is due within the time, in order. */
  public void advance(Duration time) {
    long end = nanoTime() + time.toNanos();
    for (Task<?> next = takeDue(end); next != null; next = takeDue(end)) {
      next.run();
    }
    standStill(Duration.ofNanos(end - nanoTime()));
  }

  private synchronized @Nullable Task<?> takeDue(long end) {
    Task<?> next = firstDue(end);
    if (next != null) {
      now = Math.max(now, next.due);
      tasks.remove(next);
    }
    return next;
  }

  /** Time passes, and nothing runs before it is {@link #advance advanced} again. */
  public synchronized void standStill(Duration time) {
    now += time.toNanos();
  }

  /** The next tasks are not taken, as if there were no memory for them. */
  public synchronized void failToSchedule(int times) {
    failures = times;
  }

  /** How long until the next task that was not cancelled; null if there is none. */
  public synchronized @Nullable Duration untilNext() {
    Task<?> next = firstDue(Long.MAX_VALUE);
    return next == null ? null : Duration.ofNanos(next.due - now);
  }

  /** A clock that runs with the timer. */
  public synchronized long nanoTime() {
    return now;
  }

  /** How many tasks were scheduled so far. */
  public synchronized long scheduled() {
    return scheduled;
  }

  private synchronized @Nullable Task<?> firstDue(long end) {
    tasks.removeIf(FutureTask::isCancelled);
    Task<?> first = null;
    for (Task<?> task : tasks) { // no stream: explorations ask millions of times
      first = task.due <= end && (first == null || task.due < first.due) ? task : first;
    }
    return first;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(
        () -> {
          command.run();
          return true;
        },
        delay,
        unit);
  }

  @Override
  public synchronized <V> ScheduledFuture<V> schedule(
      Callable<V> callable, long delay, TimeUnit unit) {
    if (shutDown) {
      throw new RejectedExecutionException("shut down");
    }
    if (failures > 0) {
      failures--;
      throw new OutOfMemoryError("told to fail by the test");
    }
    Task<V> task = new Task<>(callable, now + unit.toNanos(delay));
    tasks.add(task);
    scheduled++;
    return task;
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("one-shot tasks only");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return schedule(
        () -> {
          command.run();
          var unused = scheduleWithFixedDelay(command, delay, delay, unit);
        },
        initialDelay,
        unit);
  }

  @Override
  public void execute(Runnable command) {
    command.run();
  }

  @Override
  public synchronized void shutdown() {
    shutDown = true;
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    shutDown = true;
    tasks.clear();
    return List.of();
  }

  @Override
  public synchronized boolean isShutdown() {
    return shutDown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutDown;
  }

  @Override
  public synchronized boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutDown;
  }

  private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

    private final long due;

    Task(Callable<V> callable, long due) {
      super(callable);
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
