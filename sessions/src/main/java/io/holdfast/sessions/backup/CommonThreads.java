package io.holdfast.sessions.backup;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The threads of several web applications, each of which has a {@link BackupExecutor}: those that
 * back up sessions, and one timer.
 *
 * <p>Closed when all of the executors are.
 */
public final class CommonThreads implements AutoCloseable {

  /** Longer than a thread is without work under a light load. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  private final String namePrefix;
  private final ClassLoader contextClassLoader;
  private final WorkerThreads workers;
  private final ScheduledThreadPoolExecutor timer;

  /**
   * Creates them without any thread.
   *
   * @param namePrefix begins the names of threads that work for no application
   * @param contextClassLoader of the threads; Holdfast's own, so that no web application is held
   */
  public CommonThreads(String namePrefix, ClassLoader contextClassLoader) {
    this.namePrefix = namePrefix;
    this.contextClassLoader = contextClassLoader;
    this.workers =
        new WorkerThreads(
            new DaemonThreads(namePrefix + "-backup", contextClassLoader),
            IDLE.toNanos(),
            System::nanoTime);
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, new DaemonThreads(namePrefix + "-timer", contextClassLoader));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** One daemon thread for deadlines and probes; what it runs must be short. Ended by close. */
  public ScheduledExecutorService timer() {
    return timer;
  }

  /**
   * A daemon thread for what may wait long, one piece at a time. It is there while there is work,
   * and some seconds more.
   *
   * @param purpose for the thread's name
   * @return to be shut down by the caller
   */
  public ExecutorService single(String purpose) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE.toNanos(),
            TimeUnit.NANOSECONDS,
            new LinkedBlockingQueue<>(),
            new DaemonThreads(namePrefix + "-" + purpose, contextClassLoader));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  WorkerThreads.Workers workers(String name, int most) {
    return workers.workers(name, most);
  }

  /**
   * Waits until the timer has done what it does now.
   *
   * @param deadlineNanos reading of {@link System#nanoTime} at which to give up
   */
  void awaitTimer(long deadlineNanos) throws InterruptedException {
    if (timer.getPoolSize() == 0) {
      return;
    }
    try {
      timer.submit(() -> {}).get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
      return; // it works for other applications
    }
  }

  /** Ends the threads, for which it waits a second. */
  @Override
  public void close() {
    long deadline = System.nanoTime() + CLOSE_GRACE.toNanos();
    timer.shutdownNow();
    try {
      var unused =
          DaemonThreads.awaitEnd(workers.close(), deadline)
              && timer.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
