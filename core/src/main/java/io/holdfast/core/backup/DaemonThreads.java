package io.holdfast.core.backup;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates daemon threads that hold nothing of the thread that happened to ask for them: neither its
 * context class loader nor its inheritable thread-locals, which may belong to a web application.
 */
final class DaemonThreads implements ThreadFactory {

  private final String namePrefix;
  private final ClassLoader contextClassLoader;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final AtomicInteger created = new AtomicInteger();

  DaemonThreads(String namePrefix, ClassLoader contextClassLoader) {
    this.namePrefix = namePrefix;
    this.contextClassLoader = contextClassLoader;
  }

  @Override
  public Thread newThread(Runnable work) {
    String name = namePrefix + "-" + created.incrementAndGet();
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(contextClassLoader);
    threads.add(thread);
    return thread;
  }

  /**
   * Waits until all threads have ended, the calling one excepted.
   *
   * @param deadlineNanos reading of {@link System#nanoTime} at which to give up
   * @return whether they have
   */
  boolean awaitEnd(long deadlineNanos) throws InterruptedException {
    for (Thread thread : threads) {
      long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (thread != Thread.currentThread() && millis > 0) {
        thread.join(millis);
      }
    }
    return threads.stream().noneMatch(t -> t.isAlive() && t != Thread.currentThread());
  }
}
