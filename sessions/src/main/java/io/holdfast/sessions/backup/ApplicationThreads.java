package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One web application's threads, which may run its code, and its view of the timer that all
 * applications share. A thread is started when there is work, and ends when there was none for some
 * seconds; when the application stops, all end, so that nothing its code left in them stays.
 *
 * <p>An attribute that blocks while it is written keeps its thread. After {@link #STUCK} the
 * application gets another one instead, up to a bound.
 */
public final class ApplicationThreads implements Executor, AutoCloseable {

  /** Longer than any wait for nodes that do not answer. */
  static final Duration STUCK = Duration.ofSeconds(30);

  /** The most stuck threads that are replaced: each has a stack. */
  static final int MOST_REPLACED = 64;

  private static final Duration STUCK_CHECK = Duration.ofSeconds(5);
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  /** How much of a stack is logged: enough to see a lock and the code that waits for it. */
  private static final int FRAMES = 16;

  private static final System.Logger LOG = Loggers.of(ApplicationThreads.class);

  private final int count;
  private final Pool pool;
  private final CommonThreads common;
  private final ApplicationTimer timer;
  private final VirtualWaits virtualWaits;
  private final LongSupplier nanoTime;
  private int replaced;

  public ApplicationThreads(String namePrefix, int count, CommonThreads common) {
    this(namePrefix, count, common, System::nanoTime);
  }

  /** Finds threads stuck by this clock. */
  ApplicationThreads(String namePrefix, int count, CommonThreads common, LongSupplier nanoTime) {
    if (count < 1) {
      throw new IllegalArgumentException("an application needs a thread: " + count);
    }
    this.count = count;
    this.common = common;
    this.nanoTime = nanoTime;
    this.pool = new Pool(common.factory(namePrefix + "-backup"));
    this.timer = new ApplicationTimer(common.timer());
    this.virtualWaits = new VirtualWaits(timer, nanoTime);
  }

  /** The JDK's pool; knows since when each thread is at its task. */
  private final class Pool extends ThreadPoolExecutor {

    private final Map<Thread, Long> began = new ConcurrentHashMap<>();

    Pool(ThreadFactory factory) {
      super(
          count,
          count,
          CommonThreads.IDLE.toNanos(),
          TimeUnit.NANOSECONDS,
          new LinkedBlockingQueue<>(),
          factory);
      allowCoreThreadTimeOut(true);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      began.put(thread, nanoTime.getAsLong());
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
      began.remove(Thread.currentThread());
      common.reset(Thread.currentThread());
    }

    void resize(int threads) {
      if (threads > getMaximumPoolSize()) {
        setMaximumPoolSize(threads);
        setCorePoolSize(threads);
      } else if (threads < getMaximumPoolSize()) {
        setCorePoolSize(threads);
        setMaximumPoolSize(threads);
      }
    }
  }

  /** Runs a task on one of the threads. */
  @Override
  public void execute(Runnable task) {
    try {
      pool.execute(task);
    } catch (OutOfMemoryError e) { // no thread can be started
      if (pool.getPoolSize() == 0) {
        throw e;
      }
      pool.getQueue().add(task);
    }
  }

  /**
   * One daemon thread for deadlines and probes; what it runs must be short. Nothing after close.
   */
  public ScheduledExecutorService timer() {
    return timer;
  }

  /** How virtual threads wait for what the nodes or the threads do. */
  public VirtualWaits virtualWaits() {
    return virtualWaits;
  }

  /** How many threads are at work now, with those that are stuck. */
  int working() {
    return pool.began.size();
  }

  /** Looks now and then whether some threads are stuck, from now on. */
  public void watch() {
    long nanos = STUCK_CHECK.toNanos();
    var unused =
        timer.scheduleWithFixedDelay(this::replaceStuck, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Lets others work in the place of stuck threads; logs these once, until all have gone on. */
  void replaceStuck() {
    long now = nanoTime.getAsLong();
    List<Thread> stuck = new ArrayList<>();
    for (Map.Entry<Thread, Long> each : pool.began.entrySet()) {
      if (now - each.getValue() >= STUCK.toNanos()) {
        stuck.add(each.getKey());
      }
    }
    boolean isNew;
    synchronized (pool) {
      isNew = replaced == 0 && !stuck.isEmpty();
      replaced = Math.min(stuck.size(), MOST_REPLACED);
      pool.resize(count + replaced);
    }
    if (isNew) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} backups do not come to an end, perhaps because an attribute blocks while it is"
              + " written; other threads take the places of theirs. {1} is at {2}",
          String.valueOf(stuck.size()),
          stuck.get(0).getName(),
          Arrays.stream(stuck.get(0).getStackTrace()).limit(FRAMES).toList());
    }
  }

  /** Returns whether the application stops: what nothing depends on is to end. */
  public boolean isClosed() {
    return pool.isShutdown();
  }

  /** Drops waiting tasks, interrupts running ones, and waits a second for the threads to end. */
  @Override
  public void close() {
    if (pool.isShutdown()) {
      return;
    }
    long deadline = System.nanoTime() + CLOSE_GRACE.toNanos();
    var dropped = pool.shutdownNow();
    timer.shutdown();
    virtualWaits.close();
    LOG.log(System.Logger.Level.DEBUG, "{0} tasks were dropped", dropped.size());
    try {
      if (!hasEnded(deadline)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "A backup does not react to its interruption; its thread ends when it does.");
      }
      common.awaitTimer(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether all threads have ended, the calling one excepted, which may be one of them. */
  private boolean hasEnded(long deadline) throws InterruptedException {
    return pool.began.containsKey(Thread.currentThread())
        || pool.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }
}
