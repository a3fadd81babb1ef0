package io.holdfast.sessions.backup;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What the {@link ApplicationThreads} of several web applications have in common: one timer, and
 * how threads are made. Closed when all of them are.
 */
public final class CommonThreads implements AutoCloseable {

  /** How long a thread stays without work: longer than it is without any under a light load. */
  static final Duration IDLE = Duration.ofSeconds(5);

  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  private final String namePrefix;
  private final ClassLoader contextClassLoader;
  private final ScheduledThreadPoolExecutor timer;

  /** Its threads have Holdfast's own class loader, so that no web application is held. */
  public CommonThreads(String namePrefix, ClassLoader contextClassLoader) {
    this.namePrefix = namePrefix;
    this.contextClassLoader = contextClassLoader;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, new DaemonThreads(namePrefix + "-timer", contextClassLoader));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** One daemon thread for deadlines and probes; what it runs must be short. Ended by close. */
  public ScheduledExecutorService timer() {
    return timer;
  }

  /** A daemon thread, there while it has work and some seconds more; the caller shuts it down. */
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

  /** Makes daemon threads that belong to no web application. */
  ThreadFactory factory(String name) {
    return new DaemonThreads(name, contextClassLoader);
  }

  /** Gives a thread its class loader back, which a task may have replaced. */
  void reset(Thread thread) {
    thread.setContextClassLoader(contextClassLoader);
  }

  /** Waits until the timer has done what it does now, or {@link System#nanoTime} is that late. */
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

  /** Ends the timer, for which it waits a second. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      var unused = timer.awaitTermination(CLOSE_GRACE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
