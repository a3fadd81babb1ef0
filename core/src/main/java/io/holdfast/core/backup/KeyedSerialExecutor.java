package io.holdfast.core.backup;

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
 * <p>Each session key that has work has one {@link Lane}: a place for the task that runs and a
 * place for the one that waits. A lane exists exactly while one of its places is taken, and during
 * that time it stands in the pool's queue, is carried by a pool thread, or waits for the end of
 * what a thread has begun: one of these. From this follow the promises:
 *
 * <ul>
 *   <li><b>Order.</b> Only the lane's own turn moves a task from waiting to running, and it asks
 *       for its next turn only after the task has ended. Two tasks of a key never overlap.
 *   <li><b>The latest is the last.</b> A task that comes while another one waits takes its place. A
 *       task that runs is never replaced, because nobody knows what of the session it has already
 *       seen. So a burst of requests costs at most two backups, and the second one sees them all.
 *   <li><b>Bounded.</b> What waits is at most one task per key and at most {@code maxWaiting} keys;
 *       so is what the pool's queue holds, since these are lanes with a waiting task.
 *   <li><b>Fair.</b> A lane with more work goes to the end of the pool's queue.
 * </ul>
 *
 * <p>One lock guards lanes, the number of waiting tasks and the state; it is held for a few field
 * accesses and for handing a lane to the pool, never while a task runs or a future completes. It is
 * a {@link ReentrantLock} because a request may be a virtual thread.
 */
final class KeyedSerialExecutor {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private final Map<String, Lane> lanes = new HashMap<>();
  private final int maxWaiting;
  private final Executor pool;
  private final BiConsumer<Lane, BackupTask> carrier;
  private final LongAdder coalesced = new LongAdder();
  private int waiting;
  private boolean accepting = true;

  /**
   * Creates it without any work.
   *
   * @param maxWaiting sessions whose backup may wait at the same time
   * @param pool gives a lane its turn, on another thread
   * @param carrier carries a task out on that thread, and ends the lane's turn behind it
   */
  KeyedSerialExecutor(int maxWaiting, Executor pool, BiConsumer<Lane, BackupTask> carrier) {
    this.maxWaiting = maxWaiting;
    this.pool = pool;
    this.carrier = carrier;
  }

  /**
   * Puts a task into the lane of its session.
   *
   * @param promise of the task, or of the one that is in its place
   * @param onWaiting what becomes of a task that waits there already
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
      Lane lane = lanes.get(sessionKey);
      if (lane != null && lane.next != null) {
        lane.next.promises().add(promise);
        lane.next = onWaiting.apply(lane.next);
        coalesced.increment();
        return null;
      }
      if (waiting >= maxWaiting) {
        return BackupRejectedException.full(waiting);
      }
      BackupTask next = new BackupTask(work, new ArrayList<>(List.of(promise)));
      if (lane == null) {
        Lane created = new Lane(sessionKey, next);
        pool.execute(created); // first, because it may fail to create a thread
        lanes.put(sessionKey, created);
      } else {
        lane.next = next;
      }
      waiting++;
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the turn of a session that has no work; null if it has, or nothing is accepted. */
  @Nullable Lane tryTurn(String sessionKey) {
    lock.lock();
    try {
      if (!accepting || lanes.containsKey(sessionKey)) {
        return null;
      }
      Lane lane = new Lane(sessionKey, null);
      lane.running = true;
      lanes.put(sessionKey, lane);
      return lane;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Accepts nothing any more, and waits for the end of what there is.
   *
   * @return how many tasks wait or run at the end of the deadline
   */
  int drain(Duration deadline) {
    lock.lock();
    try {
      accepting = false;
      long remaining = deadline.toNanos();
      while (!lanes.isEmpty() && remaining > 0) {
        remaining = empty.awaitNanos(remaining);
      }
      return unfinished();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unfinished();
    } finally {
      lock.unlock();
    }
  }

  private int unfinished() {
    int running = (int) lanes.values().stream().filter(lane -> lane.running).count();
    return waiting + running;
  }

  /** Accepts nothing any more, and gives up what waits: returns that. */
  List<BackupTask> close() {
    List<BackupTask> dropped = new ArrayList<>();
    lock.lock();
    try {
      accepting = false;
      waiting = 0;
      for (Lane lane : lanes.values()) {
        if (lane.next != null) {
          dropped.add(lane.next);
          lane.next = null;
        }
      }
      lanes.values().removeIf(lane -> !lane.running);
      signalIfEmpty();
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  private void signalIfEmpty() {
    if (lanes.isEmpty()) {
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

  /** The work of one session; fields are guarded by the lock. */
  final class Lane implements Runnable {

    private final String key;
    private @Nullable BackupTask next;
    private boolean running;

    private Lane(String key, @Nullable BackupTask first) {
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

    /** The task has ended: what waits has the next turn. */
    void end() {
      lock.lock();
      try {
        running = false;
        if (next != null) {
          pool.execute(this);
          return;
        }
        lanes.remove(key);
        signalIfEmpty();
      } finally {
        lock.unlock();
      }
    }
  }
}
