package io.holdfast.sessions.backup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The order of backups: one of a session at a time, the latest last.
 *
 * <h2>Concurrency</h2>
 *
 * <p>Each session key that has work has a queue, its {@link KeyQueue}: a place for the task that
 * runs and a place for the one that waits. The queue exists exactly while one of its places is
 * taken. During that time it is in exactly one of three states: it waits in the pool, a pool thread
 * runs it, or it waits for the end of a backup that a thread has begun. From this follow the
 * guarantees:
 *
 * <ul>
 *   <li><b>Order.</b> Only the queue's own turn moves a task from waiting to running, and it asks
 *       for its next turn only after the task has ended. Two tasks of a key never overlap.
 *   <li><b>The latest is the last.</b> A task that comes while another one waits replaces it. A
 *       task that runs is never replaced, because it may already have read the session. So a burst
 *       of requests costs at most two backups, and the second one sees them all.
 *   <li><b>Bounded.</b> At most one task per key and at most {@code maxWaiting} keys wait. The pool
 *       holds only queues with a waiting task, so it is bounded, too.
 *   <li><b>Fair.</b> A queue with more work goes to the end of the pool's.
 * </ul>
 *
 * <p>One lock guards the queues, the number of waiting tasks and the state; it is held for a few
 * field accesses and for handing a queue to the pool, never while a task runs or a future
 * completes. It is a {@link ReentrantLock} because a request may be a virtual thread.
 */
final class KeyedSerialExecutor {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private final Map<String, KeyQueue> queues = new HashMap<>();
  private final int maxWaiting;
  private final Executor pool;
  private final BiConsumer<KeyQueue, BackupTask> carrier;
  private final LongAdder coalesced = new LongAdder();
  private int waiting;
  private boolean accepting = true;

  /**
   * Creates it without any work.
   *
   * @param maxWaiting sessions whose backup may wait at the same time
   * @param pool gives a queue its turn, on another thread
   * @param carrier carries a task out on that thread, and ends the queue's turn after it
   */
  KeyedSerialExecutor(int maxWaiting, Executor pool, BiConsumer<KeyQueue, BackupTask> carrier) {
    this.maxWaiting = maxWaiting;
    this.pool = pool;
    this.carrier = carrier;
  }

  /**
   * Puts a task into its session's queue.
   *
   * @param promise of the task, or of the one that replaces it
   * @param onWaiting decides on a task that waits there already
   * @return why it is refused; null if it is not
   */
  @Nullable BackupRejectedException enqueue(
      String sessionKey,
      Backup work,
      CompletableFuture<Void> promise,
      UnaryOperator<BackupTask> onWaiting) {
    lock.lock();
    try {
      if (!accepting) {
        return BackupRejectedException.stopped();
      }
      KeyQueue queue = queues.get(sessionKey);
      if (queue != null && queue.next != null) {
        queue.next.promises().add(promise);
        queue.next = onWaiting.apply(queue.next);
        coalesced.increment();
        return null;
      }
      if (waiting >= maxWaiting) {
        return BackupRejectedException.full(waiting);
      }
      BackupTask next = new BackupTask(work, new ArrayList<>(List.of(promise)));
      if (queue == null) {
        KeyQueue created = new KeyQueue(sessionKey, next);
        pool.execute(created); // first, because it may fail to create a thread
        queues.put(sessionKey, created);
      } else {
        queue.next = next;
      }
      waiting++;
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the turn of a session that has no work; null if it has, or this stops. */
  @Nullable KeyQueue tryTurn(String sessionKey) {
    lock.lock();
    try {
      if (!accepting || queues.containsKey(sessionKey)) {
        return null;
      }
      KeyQueue queue = new KeyQueue(sessionKey, null);
      queue.running = true;
      queues.put(sessionKey, queue);
      return queue;
    } finally {
      lock.unlock();
    }
  }

  /** Completes when the work of a session that runs or waits now has ended; never fails. */
  CompletableFuture<Void> endOfWork(String sessionKey) {
    lock.lock();
    try {
      KeyQueue queue = queues.get(sessionKey);
      if (queue == null) {
        return CompletableFuture.completedFuture(null);
      }
      CompletableFuture<Void> end = new CompletableFuture<>();
      (queue.next == null ? queue.awaited : queue.next.promises()).add(end);
      return end.exceptionally(failure -> null);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Accepts no task any more, and waits for the end of those that it has; also on a thread that is
   * interrupted, as that of a program may be which is told to end.
   *
   * @return how many tasks wait or run at the end of the deadline
   */
  int drain(Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    boolean wasInterrupted = false;
    lock.lock();
    try {
      accepting = false;
      long remaining = deadline.toNanos();
      while (!queues.isEmpty() && remaining > 0) {
        try {
          remaining = empty.awaitNanos(remaining);
        } catch (InterruptedException e) {
          wasInterrupted = true;
          remaining = end - System.nanoTime();
        }
      }
      return unfinished();
    } finally {
      lock.unlock();
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int unfinished() {
    int running = (int) queues.values().stream().filter(queue -> queue.running).count();
    return waiting + running;
  }

  /** Accepts no task any more; drops the waiting ones and returns them. */
  List<BackupTask> close() {
    List<BackupTask> dropped = new ArrayList<>();
    lock.lock();
    try {
      accepting = false;
      waiting = 0;
      for (KeyQueue queue : queues.values()) {
        if (queue.next != null) {
          dropped.add(queue.next);
          queue.next = null;
        }
      }
      queues.values().removeIf(queue -> !queue.running);
      signalIfEmpty();
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  private void signalIfEmpty() {
    if (queues.isEmpty()) {
      empty.signalAll();
    }
  }

  /** Sessions whose next backup waits now. */
  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Tasks that came while another one of their session waited. */
  long coalesced() {
    return coalesced.sum();
  }

  /** One session's queue; the lock guards the fields. */
  final class KeyQueue implements Runnable {

    private final String key;
    private @Nullable BackupTask next;
    private boolean running;

    /** Who waits for the end of what runs now. */
    private List<CompletableFuture<Void>> awaited = new ArrayList<>(0);

    private KeyQueue(String key, @Nullable BackupTask first) {
      this.key = key;
      this.next = first;
    }

    /** One turn: at most one task. */
    @Override
    public void run() {
      BackupTask task = begin();
      if (task != null) {
        carrier.accept(this, task);
      }
    }

    private @Nullable BackupTask begin() {
      lock.lock();
      try {
        BackupTask task = next;
        if (task != null) {
          next = null;
          waiting--;
          running = true;
        }
        return task;
      } finally {
        lock.unlock();
      }
    }

    /**
     * The task has ended: gives the waiting one the next turn. If no thread can be started for
     * that, it is dropped: a task that only waits would keep all later ones of its session waiting.
     */
    void end() {
      List<CompletableFuture<Void>> ended;
      BackupTask dropped = null;
      OutOfMemoryError noThread = null;
      lock.lock();
      try {
        running = false;
        ended = awaited;
        awaited = new ArrayList<>(0);
        try {
          giveTurn();
        } catch (OutOfMemoryError e) {
          noThread = e;
          dropped = dropNext();
        }
        if (next == null) {
          queues.remove(key);
          signalIfEmpty();
        }
      } finally {
        lock.unlock();
      }
      ended.forEach(each -> each.complete(null));
      if (dropped != null) {
        dropped.complete(noThread);
      }
    }

    private void giveTurn() {
      if (next != null) {
        pool.execute(this);
      }
    }

    private @Nullable BackupTask dropNext() {
      BackupTask task = next;
      next = null;
      waiting--;
      return task;
    }
  }
}
