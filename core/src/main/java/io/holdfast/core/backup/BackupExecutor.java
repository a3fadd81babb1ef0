package io.holdfast.core.backup;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Owns the threads that back up sessions: one backup of a session at a time, the latest last.
 *
 * <h2>Concurrency</h2>
 *
 * <p>Each session key that has work has one {@link Lane}: a place for the task that runs and a
 * place for the one that waits. A lane exists exactly while one of its places is taken, and during
 * that time it stands in the pool's queue, is carried by a pool thread, or waits for the end of
 * what a thread has {@link #begin begun}: one of these. From this follow the promises:
 *
 * <ul>
 *   <li><b>Order.</b> Only the lane's own turn moves a task from waiting to running, and it asks
 *       for its next turn only after the task has ended. Two tasks of a key never overlap.
 *   <li><b>The latest is the last.</b> A submit while another task waits takes its place. A task
 *       that runs is never replaced, because nobody knows what of the session it has already seen.
 *       So a burst of requests costs at most two backups, and the second one sees them all.
 *   <li><b>Bounded.</b> What waits is at most one task per key and at most {@code maxWaiting} keys;
 *       the pool's queue is unbounded in type only, since it holds lanes with a waiting task.
 *   <li><b>Fair.</b> A lane with more work goes to the end of the pool's queue.
 * </ul>
 *
 * <p>One lock guards lanes, the number of waiting tasks and the state; it is held for a few field
 * accesses and for handing a lane to the pool, never while a task runs or a future completes. It is
 * a {@link ReentrantLock} because a request may be a virtual thread. A future completes before the
 * lane asks for its next turn; what depends on it runs in the pool's thread, or in the one that
 * ended what was begun, and may submit again.
 *
 * <p>Threads are created by {@link #start}, or by the first submit if nobody called it. On JDK 17 a
 * thread keeps the access control context of its creator's stack, so a thread created below a web
 * application's code would keep that application's class loader: call {@link #start}.
 */
public final class BackupExecutor implements AutoCloseable {

  private static final Duration FAILURE_LOG_INTERVAL = Duration.ofMinutes(1);
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  private final RoomOnTheWay room = new RoomOnTheWay();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final Map<String, Lane> lanes = new HashMap<>();
  private int waiting;
  private boolean accepting = true;

  private final int maxWaiting;
  private final DaemonThreads poolThreads;
  private final DaemonThreads timerThreads;
  private final ThreadPoolExecutor pool;
  private final ScheduledThreadPoolExecutor timer;
  private final FailureLog failures;
  private final LongAdder submitted = new LongAdder();
  private final LongAdder coalesced = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder executed = new LongAdder();
  private final LongAdder failed = new LongAdder();

  /**
   * Creates an executor that has no thread yet.
   *
   * @param namePrefix begins the names of its threads, for example {@code holdfast-localhost-shop}
   * @param threadCount tasks that run at the same time, at least 1
   * @param maxWaiting sessions whose backup may wait at the same time, at least 1
   * @param contextClassLoader of its threads; Holdfast's own, so that no web application is held
   */
  public BackupExecutor(
      String namePrefix, int threadCount, int maxWaiting, ClassLoader contextClassLoader) {
    this(
        namePrefix,
        threadCount,
        maxWaiting,
        contextClassLoader,
        new FailureLog(Loggers.of(BackupExecutor.class), System::nanoTime, FAILURE_LOG_INTERVAL));
  }

  BackupExecutor(
      String namePrefix,
      int threadCount,
      int maxWaiting,
      ClassLoader contextClassLoader,
      FailureLog failures) {
    if (threadCount < 1 || maxWaiting < 1) {
      throw new IllegalArgumentException(
          "a backup executor needs at least one thread and room for one waiting session: %d, %d"
              .formatted(threadCount, maxWaiting));
    }
    this.maxWaiting = maxWaiting;
    this.failures = failures;
    this.poolThreads = new DaemonThreads(namePrefix + "-backup", contextClassLoader);
    this.timerThreads = new DaemonThreads(namePrefix + "-timer", contextClassLoader);
    this.pool =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            poolThreads);
    this.timer = new ScheduledThreadPoolExecutor(1, timerThreads);
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Creates the threads; to be called from a stack without code of a web application. */
  public void start() {
    pool.prestartAllCoreThreads();
    timer.prestartCoreThread();
  }

  /**
   * Runs a task after the one of the same session that runs now, in place of the one that waits.
   *
   * @param sessionKey tells sessions apart
   * @param task carries out the backup of the session's state at the time it runs; may block
   * @return completes when the task, or a later one that took its place, has ended; exceptionally
   *     with what it threw, or with {@link BackupRejectedException}
   */
  public CompletableFuture<Void> submit(String sessionKey, Runnable task) {
    return begin(sessionKey, onItsThread(task));
  }

  /**
   * Like {@link #submit}, for a backup that need not keep a thread until its answer is there. It
   * has ended when that is, and only then the next one of its session begins; its thread goes on to
   * other sessions. What is on its way so is bounded: where a store is slow, threads wait, and
   * backups that are asked for meanwhile replace each other.
   */
  public CompletableFuture<Void> begin(String sessionKey, Backup backup) {
    return submit(sessionKey, backup, waiting -> waiting.replacedBy(backup));
  }

  /** A backup that can be on its way without a thread. */
  @FunctionalInterface
  public interface Backup {

    /** Carries it out as far as that needs no waiting; may block all the same. */
    Begun begin();
  }

  /**
   * What became of a backup that was begun.
   *
   * @param end completes when the backup has ended, exceptionally if it failed
   * @param bytes what it holds in the heap until then
   */
  public record Begun(CompletableFuture<?> end, long bytes) {

    private static final Begun OVER = new Begun(CompletableFuture.completedFuture(null), 0);

    /** One that has ended already. */
    public static Begun over() {
      return OVER;
    }
  }

  /**
   * Like {@link #submit}, but gives way to a task that waits: for repetitions, which know nothing
   * that the waiting one does not.
   */
  public CompletableFuture<Void> submitUnlessOneWaits(String sessionKey, Runnable task) {
    return submit(sessionKey, onItsThread(task), waiting -> waiting);
  }

  /**
   * Takes the turn of a session for work on the caller's own thread: a thread that waits for a
   * backup anyway needs no other one for it. What is submitted meanwhile comes after.
   *
   * @return to be ended, on any thread; null if something of the session runs or waits, or nothing
   *     is accepted any more
   */
  public @Nullable Turn tryTurn(String sessionKey) {
    lock.lock();
    try {
      if (!accepting || lanes.containsKey(sessionKey)) {
        return null;
      }
      Lane lane = new Lane(sessionKey, null);
      lane.running = true;
      lanes.put(sessionKey, lane);
      submitted.increment();
      return () -> {
        executed.increment();
        lane.end();
      };
    } finally {
      lock.unlock();
    }
  }

  /** A session's turn that somebody has taken. */
  public interface Turn {

    /** Lets what waits have its turn; to be called once. */
    void end();
  }

  private static Backup onItsThread(Runnable task) {
    return () -> {
      task.run();
      return Begun.over();
    };
  }

  private CompletableFuture<Void> submit(
      String sessionKey, Backup task, UnaryOperator<Task> onWaiting) {
    submitted.increment();
    CompletableFuture<Void> promise = new CompletableFuture<>();
    BackupRejectedException rejection = enqueue(sessionKey, task, onWaiting, promise);
    if (rejection != null) {
      rejected.increment();
      promise.completeExceptionally(rejection);
      failures.failed(rejection);
    }
    return promise;
  }

  private @Nullable BackupRejectedException enqueue(
      String sessionKey,
      Backup work,
      UnaryOperator<Task> onWaiting,
      CompletableFuture<Void> promise) {
    lock.lock();
    try {
      if (!accepting) {
        return stopped();
      }
      Lane lane = lanes.get(sessionKey);
      if (lane != null && lane.next != null) {
        lane.next.promises.add(promise);
        lane.next = onWaiting.apply(lane.next);
        coalesced.increment();
        return null;
      }
      if (waiting >= maxWaiting) {
        return new BackupRejectedException(
            BackupRejectedException.Reason.FULL,
            "backups of %d sessions are waiting already".formatted(waiting));
      }
      Task next = new Task(work, new ArrayList<>(List.of(promise)));
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

  /**
   * Stops accepting, and waits until everything that was accepted has run.
   *
   * @param deadline how long to wait at most; interrupting the caller ends the wait
   * @return the number of tasks that wait or run at its end; {@link #close} drops them
   */
  public int drain(Duration deadline) {
    lock.lock();
    try {
      accepting = false;
      long remaining = deadline.toNanos();
      while (!lanes.isEmpty() && remaining > 0) {
        remaining = idle.awaitNanos(remaining);
      }
      return unfinished();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unfinished();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Drops what waits, interrupts what runs, and ends the threads, for which it waits a second. Does
   * nothing the second time.
   */
  @Override
  public void close() {
    List<Task> dropped = new ArrayList<>();
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
      signalIfIdle();
      pool.shutdownNow();
      timer.shutdownNow();
    } finally {
      lock.unlock();
    }
    dropped.forEach(task -> task.complete(stopped()));
    awaitThreads();
  }

  private void awaitThreads() {
    long deadline = System.nanoTime() + CLOSE_GRACE.toNanos();
    try {
      boolean ended = poolThreads.awaitEnd(deadline) && timerThreads.awaitEnd(deadline);
      if (!ended) {
        Loggers.of(BackupExecutor.class)
            .log(
                System.Logger.Level.WARNING,
                "A backup does not react to its interruption; its thread ends when it does.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One daemon thread for deadlines and probes; what it runs must be short. Ended by close. */
  public ScheduledExecutorService timer() {
    return timer;
  }

  /** Calls of {@link #submit}. */
  public long submitted() {
    return submitted.sum();
  }

  /** Tasks that a later one of their session replaced before they ran. */
  public long coalesced() {
    return coalesced.sum();
  }

  /** Submits that were refused. */
  public long rejected() {
    return rejected.sum();
  }

  /** Tasks that ran to their end, failed ones included. */
  public long executed() {
    return executed.sum();
  }

  /** Tasks that threw. */
  public long failed() {
    return failed.sum();
  }

  /** Sessions whose next backup waits now. */
  public int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  private void signalIfIdle() {
    if (lanes.isEmpty()) {
      idle.signalAll();
    }
  }

  private int unfinished() {
    int running = (int) lanes.values().stream().filter(lane -> lane.running).count();
    return waiting + running;
  }

  private static BackupRejectedException stopped() {
    return new BackupRejectedException(
        BackupRejectedException.Reason.STOPPED, "backups are stopping");
  }

  private void perform(Lane lane, Task task) {
    Begun begun;
    try {
      begun = task.work.begin();
    } catch (Throwable e) { // whatever it is, it must not end the thread or lose the future
      ended(lane, task, e);
      return;
    }
    if (begun.end.isDone() || !room.tryTake(begun.bytes)) {
      ended(lane, task, outcome(begun.end));
      return;
    }
    var unused =
        begun.end.whenComplete(
            (nothing, failure) -> {
              room.giveBack(begun.bytes);
              ended(lane, task, failure);
            });
  }

  private static @Nullable Throwable outcome(CompletableFuture<?> awaited) {
    try {
      awaited.join();
      return null;
    } catch (CompletionException | CancellationException e) {
      return e;
    }
  }

  private void ended(Lane lane, Task task, @Nullable Throwable failure) {
    try {
      executed.increment();
      if (failure != null) {
        failed.increment();
      }
      task.complete(failure);
      if (failure != null) {
        failures.failed(failure);
      }
    } finally {
      lane.end();
    }
  }

  /** The work of one session; fields are guarded by the lock. */
  private final class Lane implements Runnable {

    private final String key;
    private @Nullable Task next;
    private boolean running;

    Lane(String key, @Nullable Task first) {
      this.key = key;
      this.next = first;
    }

    /** One turn: at most one task. */
    @Override
    public void run() {
      Task task = begin();
      if (task != null) {
        perform(this, task);
      }
    }

    private @Nullable Task begin() {
      lock.lock();
      try {
        Task task = next;
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

    private void end() {
      lock.lock();
      try {
        running = false;
        if (next != null) {
          pool.execute(this);
          return;
        }
        lanes.remove(key);
        signalIfIdle();
      } finally {
        lock.unlock();
      }
    }
  }

  /** A piece of work and the futures of all submits that it answers. */
  private record Task(Backup work, List<CompletableFuture<Void>> promises) {

    Task replacedBy(Backup later) {
      return new Task(later, promises);
    }

    void complete(@Nullable Throwable failure) {
      for (CompletableFuture<Void> promise : promises) {
        if (failure == null) {
          promise.complete(null);
        } else {
          promise.completeExceptionally(failure);
        }
      }
    }
  }
}
