package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One web application's view of a timer that several share: when it is shut down, nothing of the
 * application is left on the timer, and the others' tasks stay.
 */
final class ApplicationTimer extends AbstractExecutorService implements ScheduledExecutorService {

  private static final System.Logger LOG = Loggers.of(ApplicationTimer.class);

  /** So many tasks that are done cost next to nothing. */
  private static final int FEW = 64;

  private final ScheduledExecutorService timer;
  private final ReentrantLock lock = new ReentrantLock();

  /** The application's tasks; those that are done, too, until there are {@link #tooMany}. */
  private final List<ScheduledFuture<?>> tasks = new ArrayList<>();

  private int tooMany = FEW;
  private final OccasionalLine failedRounds =
      new OccasionalLine(Duration.ofMinutes(1), InstantSource.system());
  private volatile boolean isShutDown;

  ApplicationTimer(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  @Override
  public void execute(Runnable command) {
    var unused = schedule(command, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(Executors.callable(command), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return add(() -> timer.schedule(callable, delay, unit));
  }

  /** Not offered: after a pause it would run all the missed rounds at once. */
  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  /** Continues after a round that fails: no other code would start the task again. */
  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return add(
        () -> timer.scheduleWithFixedDelay(() -> attempt(command), initialDelay, delay, unit));
  }

  private void attempt(Runnable round) {
    try {
      round.run();
    } catch (RuntimeException | Error e) {
      if (failedRounds.due() >= 0) {
        LOG.log(System.Logger.Level.WARNING, "Periodic task failed; it will run again", e);
      }
    }
  }

  private <F extends ScheduledFuture<?>> F add(Supplier<F> scheduling) {
    lock.lock();
    try {
      if (isShutDown) {
        throw new RejectedExecutionException("the application has gone");
      }
      if (tasks.size() >= tooMany) {
        tasks.removeIf(Future::isDone);
        tooMany = FEW + 2 * tasks.size();
      }
      F task = scheduling.get();
      tasks.add(task);
      return task;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shutdown() {
    var unused = shutdownNow();
  }

  @Override
  public List<Runnable> shutdownNow() {
    lock.lock();
    try {
      isShutDown = true;
      tasks.forEach(task -> task.cancel(false));
      tasks.clear();
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isShutdown() {
    return isShutDown;
  }

  @Override
  public boolean isTerminated() {
    return isShutDown;
  }

  /** Does not wait: the timer goes on for other applications. */
  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isShutDown;
  }
}
