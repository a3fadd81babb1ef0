package io.holdfast.core.backup;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads, beside those that are stuck in code of the application: an attribute
 * that blocks while it is written keeps one, and others take its place, up to a bound.
 */
final class BackupThreads extends ThreadPoolExecutor {

  /** Longer than any wait for nodes that do not answer. */
  static final Duration STUCK = Duration.ofSeconds(30);

  /** More stuck threads than these are not replaced: each has a stack. */
  static final int MOST_REPLACED = 64;

  /** How much of a stack is told: enough to see a lock and who waits for it. */
  private static final int FRAMES = 16;

  private static final System.Logger LOG = Loggers.of(BackupThreads.class);

  private final int threadCount;
  private final LongSupplier nanoTime;
  private final Map<Thread, Long> busySince = new ConcurrentHashMap<>();
  private int replaced;

  BackupThreads(int threadCount, ThreadFactory factory, LongSupplier nanoTime) {
    super(threadCount, threadCount, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    this.threadCount = threadCount;
    this.nanoTime = nanoTime;
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable task) {
    busySince.put(thread, nanoTime.getAsLong());
  }

  @Override
  protected void afterExecute(Runnable task, @Nullable Throwable failure) {
    busySince.remove(Thread.currentThread());
  }

  /**
   * Has as many threads as there should be beside those that have been at one task for so long.
   *
   * @param atLeast how long
   */
  synchronized void replaceStuck(Duration atLeast) {
    long now = nanoTime.getAsLong();
    List<Thread> stuck =
        busySince.entrySet().stream()
            .filter(busy -> now - busy.getValue() >= atLeast.toNanos())
            .map(Map.Entry::getKey)
            .toList();
    int more = Math.min(stuck.size(), MOST_REPLACED);
    if (more > 0 && replaced == 0) { // once, until all have gone on
      report(stuck);
    }
    if (more > replaced) {
      setMaximumPoolSize(threadCount + more);
      setCorePoolSize(threadCount + more);
    } else if (more < replaced) {
      setCorePoolSize(threadCount + more);
      setMaximumPoolSize(threadCount + more);
    }
    replaced = more;
  }

  private static void report(List<Thread> stuck) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0} backups do not come to an end, perhaps because an attribute blocks while it is"
            + " written; other threads take the places of theirs. One of them is at {1}",
        String.valueOf(stuck.size()),
        Arrays.stream(stuck.get(0).getStackTrace()).limit(FRAMES).toList());
  }
}
