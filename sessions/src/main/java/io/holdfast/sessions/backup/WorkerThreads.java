package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads for the work of several web applications, each of which has {@link Workers} of its own.
 *
 * <h2>Concurrency</h2>
 *
 * <ul>
 *   <li><b>On demand.</b> A thread is started when there is work and none is idle, and ends when it
 *       was idle for a while. So there are as many threads as tasks at a time, however many
 *       applications there are.
 *   <li><b>Fair.</b> An application has a queue of its own, and at most its own number of threads
 *       at a time. It never waits for another one's work: if no thread is idle, it gets a new one.
 *   <li><b>Not stuck.</b> An attribute that blocks while it is written keeps its thread. Its
 *       application gets another one instead, up to a bound: see {@link Workers#replaceStuck}.
 *   <li><b>No trace.</b> When an application stops, all threads that have run its work end: idle
 *       ones at once, those that work for others by then as soon as they have no work. So nothing
 *       that its code left in thread-locals stays.
 * </ul>
 *
 * <p>One lock guards everything. It is held for a few field accesses and for starting a thread,
 * never while work runs. It is a {@link ReentrantLock} because a request may be a virtual thread.
 */
final class WorkerThreads {

  /** The most stuck threads of an application that are replaced: each has a stack. */
  static final int MOST_REPLACED = 64;

  /** How much of a stack is logged: enough to see a lock and the code that waits for it. */
  private static final int FRAMES = 16;

  private static final System.Logger LOG = Loggers.of(WorkerThreads.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Worker> idle = new ArrayDeque<>();
  private final Set<Worker> all = new HashSet<>();
  private final DaemonThreads threads;
  private final long idleNanos;
  private final LongSupplier nanoTime;

  /**
   * Creates it without any thread.
   *
   * @param threads makes them
   * @param idleNanos how long a thread stays without work
   * @param nanoTime as {@link System#nanoTime}, by which a thread is found to be stuck
   */
  WorkerThreads(DaemonThreads threads, long idleNanos, LongSupplier nanoTime) {
    this.threads = threads;
    this.idleNanos = idleNanos;
    this.nanoTime = nanoTime;
  }

  /**
   * An application comes.
   *
   * @param name begins the names of threads while they work for it
   * @param most threads that work for it at a time
   */
  Workers workers(String name, int most) {
    return new Workers(name, most);
  }

  /**
   * One application's use of the threads: runs its tasks in order, on a bounded number at a time.
   */
  final class Workers implements Executor {

    private final String name;
    private final int most;
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final List<@Nullable Worker> places = new ArrayList<>();
    private int working;
    private int replaced;
    private boolean closed;

    private Workers(String name, int most) {
      this.name = name;
      this.most = most;
    }

    /**
     * Runs a task on one of the threads.
     *
     * @throws RejectedExecutionException if the application has stopped
     */
    @Override
    public void execute(Runnable task) {
      lock.lock();
      try {
        if (closed) {
          throw new RejectedExecutionException(name + " is closed");
        }
        if (working < bound()) {
          takeWorker();
        }
        queue.add(task);
      } finally {
        lock.unlock();
      }
    }

    /** How many threads may work at a time, with those that are stuck. */
    private int bound() {
      return most + replaced;
    }

    /** How many threads work now, with those that are stuck. */
    int working() {
      lock.lock();
      try {
        return working;
      } finally {
        lock.unlock();
      }
    }

    /**
     * Lets as many threads work as there should be, beside those that have run one task for so
     * long; logs these once, until all have gone on.
     *
     * @param atLeast how long
     */
    void replaceStuck(Duration atLeast) {
      List<Thread> stuck;
      boolean isNew;
      lock.lock();
      try {
        long now = nanoTime.getAsLong();
        stuck =
            all.stream()
                .filter(worker -> worker.user == this && worker.isAtTaskFor(atLeast, now))
                .map(worker -> worker.thread)
                .toList();
        isNew = replaced == 0 && !stuck.isEmpty();
        replaced = Math.min(stuck.size(), MOST_REPLACED);
        for (int i = Math.min(bound() - working, queue.size()); i > 0; i--) {
          takeWorker();
        }
      } finally {
        lock.unlock();
      }
      if (isNew) {
        report(stuck);
      }
    }

    private void takeWorker() {
      Worker worker = idle.pollLast();
      try {
        (worker == null ? startWorker() : worker).workFor(this);
      } catch (OutOfMemoryError e) { // no thread can be started
        if (working == 0) {
          throw e;
        }
      }
    }

    /** The place of a worker among those of the application, from 1. */
    private int place(Worker worker) {
      working++;
      for (int i = 0; i < places.size(); i++) {
        if (places.get(i) == null) {
          places.set(i, worker);
          return i + 1;
        }
      }
      places.add(worker);
      return places.size();
    }

    private void leave(Worker worker) {
      working--;
      places.set(places.indexOf(worker), null);
    }

    /**
     * Stops the application's work: drops waiting tasks, interrupts running ones, and ends the
     * threads that have worked for it.
     *
     * @return the threads that end now, or when their interrupted task does
     */
    List<Thread> close() {
      List<Thread> ending = new ArrayList<>();
      lock.lock();
      try {
        closed = true;
        queue.clear();
        for (Worker worker : all) {
          if (worker.served.contains(this)) {
            worker.endSoon();
            if (worker.user == this) {
              worker.thread.interrupt();
            }
            if (worker.user == this || worker.user == null) {
              ending.add(worker.thread);
            }
          }
        }
      } finally {
        lock.unlock();
      }
      return ending;
    }
  }

  private static void report(List<Thread> stuck) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0} backups do not come to an end, perhaps because an attribute blocks while it is"
            + " written; other threads take the places of theirs. {1} is at {2}",
        String.valueOf(stuck.size()),
        stuck.get(0).getName(),
        Arrays.stream(stuck.get(0).getStackTrace()).limit(FRAMES).toList());
  }

  /** Ends all threads when they have no work, and returns them. */
  List<Thread> close() {
    lock.lock();
    try {
      all.forEach(Worker::endSoon);
      return all.stream().map(worker -> worker.thread).toList();
    } finally {
      lock.unlock();
    }
  }

  private Worker startWorker() {
    Worker worker = new Worker();
    worker.thread.start(); // may fail for want of memory; then nothing has happened
    all.add(worker);
    return worker;
  }

  /** One thread; the lock guards the fields. */
  private final class Worker implements Runnable {

    private final Thread thread;
    private final Condition news = lock.newCondition();

    /** Applications whose work it has run, and which have not stopped. */
    private final Set<Workers> served = new HashSet<>();

    private @Nullable Workers user;
    private boolean isAtTask;
    private long taskBegan;
    private boolean end;

    Worker() {
      this.thread = threads.newThread(this);
    }

    private void workFor(Workers workers) {
      user = workers;
      served.add(workers);
      int place = workers.place(this);
      thread.setName(workers.name + "-" + place);
      news.signal();
    }

    private boolean isAtTaskFor(Duration atLeast, long now) {
      return isAtTask && now - taskBegan >= atLeast.toNanos();
    }

    private void endSoon() {
      end = true;
      idle.remove(this);
      news.signal();
    }

    @Override
    public void run() {
      Runnable task = next();
      while (task != null) {
        try {
          task.run();
        } catch (Throwable e) { // of a task without a future; the thread goes on for others
          thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
        task = next();
      }
    }

    /** The next task; null if the thread is to end. */
    private @Nullable Runnable next() {
      lock.lock();
      try {
        var unused = Thread.interrupted(); // was meant for the last task
        while (true) {
          Workers now = user;
          boolean isOneTooMany = now != null && now.working > now.bound();
          Runnable task = now == null || end || isOneTooMany ? null : now.queue.poll();
          isAtTask = task != null;
          if (task != null) {
            taskBegan = nanoTime.getAsLong();
            return task;
          }
          if (now != null) {
            becomeIdle(now);
          }
          if (end && now != null && !now.queue.isEmpty()) {
            now.takeWorker();
          }
          if (end || !awaitWork()) {
            idle.remove(this);
            all.remove(this);
            return null;
          }
        }
      } finally {
        lock.unlock();
      }
    }

    private void becomeIdle(Workers left) {
      left.leave(this);
      user = null;
      threads.reset(thread);
      if (!end) {
        idle.addLast(this);
      }
    }

    /** Waits until there is work, or the thread is to end; false if it was idle for too long. */
    private boolean awaitWork() {
      long rest = idleNanos;
      while (user == null && !end && rest > 0) {
        try {
          rest = news.awaitNanos(rest);
        } catch (InterruptedException e) {
          return user != null; // an idle thread is interrupted only to end it
        }
      }
      return user != null;
    }
  }
}
