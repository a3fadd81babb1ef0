package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One web application's view of a timer that several share: when it is shut down, nothing of the
 * application is left on the timer, and the others' tasks stay.
 */
final class ApplicationTimer extends AbstractExecutorService implements ScheduledExecutorService {

  private static final System.Logger LOG = Loggers.of(ApplicationTimer.class);

  private final ScheduledExecutorService timer;
  private final Set<Task<?>> pending = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
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
    return add(new Task<>(callable), task -> timer.schedule((Runnable) task, delay, unit));
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
        new Task<>(Executors.callable(() -> attempt(command))),
        task -> timer.scheduleWithFixedDelay(task::repeat, initialDelay, delay, unit));
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

  private <V> ScheduledFuture<V> add(
      Task<V> task, Function<Task<V>, ScheduledFuture<?>> scheduling) {
    lock.lock();
    try {
      if (isShutDown) {
        throw new RejectedExecutionException("the application has gone");
      }
      pending.add(task);
      task.scheduled = scheduling.apply(task);
      return task;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      pending.remove(task);
      throw e;
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
      for (Task<?> task : pending) {
        var unused = task.cancel(false);
      }
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

  /** A task; known here for as long as it is on the timer. */
  private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

    /** Null only until it is on the timer. */
    private volatile @Nullable ScheduledFuture<?> scheduled;

    Task(Callable<V> work) {
      super(work);
    }

    /** Runs one of several times. */
    private void repeat() {
      if (!runAndReset()) {
        throw new CancellationException();
      }
    }

    @Override
    protected void done() {
      pending.remove(this);
      ScheduledFuture<?> place = scheduled;
      if (isCancelled() && place != null) {
        place.cancel(false);
      }
    }

    @Override
    public long getDelay(TimeUnit unit) {
      ScheduledFuture<?> place = scheduled;
      return place == null ? 0 : place.getDelay(unit);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
