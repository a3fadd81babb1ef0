package io.holdfast.sessions.backup;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Backs up sessions on other threads: one backup of a session at a time, the latest last, as {@link
 * KeyedSerialExecutor} puts them in order.
 *
 * <p>A future completes before the next task of its session begins; code that depends on it runs on
 * the pool's thread, or on the thread that ended the backup, and may submit again.
 *
 * <p>Threads are started when there is work, and end when there is none; executors of several
 * applications may share them.
 */
public final class BackupExecutor implements AutoCloseable {

  private static final Duration FAILURE_LOG_INTERVAL = Duration.ofMinutes(1);

  /** Longer than any wait for nodes that do not answer. */
  private static final Duration STUCK = Duration.ofSeconds(30);

  private static final Duration STUCK_CHECK = Duration.ofSeconds(5);
  private static final Duration STUCK_AT_STOP = Duration.ofSeconds(1);
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  private final RoomOnTheWay room = new RoomOnTheWay();
  private final KeyedSerialExecutor executor;
  private final CommonThreads common;
  private final boolean ownsThreads;
  private final WorkerThreads.Workers workers;
  private final ApplicationTimer timer;
  private final VirtualWaits virtualWaits;
  private final AtomicBoolean isWatched = new AtomicBoolean();
  private final FailureLog failures;
  private final LongAdder submitted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder executed = new LongAdder();
  private final LongAdder failed = new LongAdder();

  /**
   * Creates an executor with threads of its own, which it has not started yet.
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
        new CommonThreads(namePrefix, contextClassLoader),
        true,
        failureLog());
  }

  /**
   * Creates an executor on threads that others share.
   *
   * @param namePrefix begins the names of threads while they work for it
   * @param threadCount tasks that run at the same time, at least 1
   * @param maxWaiting sessions whose backup may wait at the same time, at least 1
   * @param common not closed by this class
   */
  public BackupExecutor(String namePrefix, int threadCount, int maxWaiting, CommonThreads common) {
    this(namePrefix, threadCount, maxWaiting, common, false, failureLog());
  }

  BackupExecutor(
      String namePrefix,
      int threadCount,
      int maxWaiting,
      ClassLoader contextClassLoader,
      FailureLog failures) {
    this(
        namePrefix,
        threadCount,
        maxWaiting,
        new CommonThreads(namePrefix, contextClassLoader),
        true,
        failures);
  }

  private BackupExecutor(
      String namePrefix,
      int threadCount,
      int maxWaiting,
      CommonThreads common,
      boolean ownsThreads,
      FailureLog failures) {
    if (threadCount < 1 || maxWaiting < 1) {
      throw new IllegalArgumentException(
          "a backup executor needs at least one thread and room for one waiting session: %d, %d"
              .formatted(threadCount, maxWaiting));
    }
    this.failures = failures;
    this.common = common;
    this.ownsThreads = ownsThreads;
    this.workers = common.workers(namePrefix + "-backup", threadCount);
    this.executor = new KeyedSerialExecutor(maxWaiting, workers, this::perform);
    this.timer = new ApplicationTimer(common.timer());
    this.virtualWaits = new VirtualWaits(timer, System::nanoTime);
  }

  private static FailureLog failureLog() {
    return new FailureLog(Loggers.of(BackupExecutor.class), System::nanoTime, FAILURE_LOG_INTERVAL);
  }

  /**
   * Runs a task after the one of the same session that runs now; replaces the one that waits.
   *
   * @param sessionKey tells sessions apart
   * @param task carries out the backup of the session's state at the time it runs; may block
   * @return completes when the task, or a later one that replaced it, has ended; exceptionally with
   *     what it threw, or with {@link BackupRejectedException}
   */
  public CompletableFuture<Void> submit(String sessionKey, Runnable task) {
    return begin(sessionKey, Backup.of(task));
  }

  /**
   * Like {@link #submit}, for a backup that keeps no thread until its answer is there. It ends with
   * the answer, and only then the next one of its session begins; its thread goes on to other
   * sessions. The number and bytes of such backups are bounded: if a store is slow, threads wait,
   * and backups submitted meanwhile replace each other.
   */
  public CompletableFuture<Void> begin(String sessionKey, Backup backup) {
    return submit(sessionKey, backup, waiting -> waiting.replacedBy(backup));
  }

  /**
   * Like {@link #submit}, but gives way to a task that waits: for repeated backups, since the
   * waiting one stores at least as much.
   */
  public CompletableFuture<Void> submitUnlessOneWaits(String sessionKey, Runnable task) {
    return submit(sessionKey, Backup.of(task), waiting -> waiting);
  }

  /**
   * Takes the turn of a session for work on the caller's own thread: a thread that waits for a
   * backup anyway needs no other one for it. Tasks submitted meanwhile run after it.
   *
   * @return to be ended, on any thread; null if a task of the session runs or waits, or the
   *     executor stops
   */
  public @Nullable Turn tryTurn(String sessionKey) {
    KeyedSerialExecutor.KeyQueue queue = executor.tryTurn(sessionKey);
    if (queue == null) {
      return null;
    }
    submitted.increment();
    return () -> {
      executed.increment();
      queue.end();
    };
  }

  /**
   * Waits for what others do for a session.
   *
   * @return completes, never exceptionally, when the tasks and turns of the session that run or
   *     wait now have ended
   */
  public CompletableFuture<Void> endOfWork(String sessionKey) {
    return executor.endOfWork(sessionKey);
  }

  /** A session's turn that a caller has taken. */
  public interface Turn {

    /** Lets the waiting task run; to be called once. */
    void end();
  }

  private CompletableFuture<Void> submit(
      String sessionKey, Backup task, UnaryOperator<BackupTask> onWaiting) {
    submitted.increment();
    CompletableFuture<Void> promise = new CompletableFuture<>();
    BackupRejectedException rejection = executor.enqueue(sessionKey, task, promise, onWaiting);
    if (rejection != null) {
      rejected.increment();
      promise.completeExceptionally(rejection);
      failures.failed(rejection);
    } else {
      watch();
    }
    return promise;
  }

  /** While threads work, looks now and then whether some of them are stuck. */
  private void watch() {
    if (isWatched.get() || !isWatched.compareAndSet(false, true)) {
      return;
    }
    try {
      var unused =
          timer.schedule(this::replaceStuck, STUCK_CHECK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      isWatched.set(false); // everything stops
    }
  }

  private void replaceStuck() {
    workers.replaceStuck(STUCK);
    isWatched.set(false);
    if (workers.working() > 0) {
      watch();
    }
  }

  /**
   * Stops accepting, and waits until everything that was accepted has run.
   *
   * @param deadline how long to wait at most, also if the caller is interrupted
   * @return the number of tasks that wait or run at its end; {@link #close} drops them
   */
  public int drain(Duration deadline) {
    workers.replaceStuck(STUCK_AT_STOP);
    return executor.drain(deadline);
  }

  /**
   * Drops waiting tasks, interrupts running ones, and ends the threads that have worked for it, for
   * which it waits a second. A second call does nothing.
   */
  @Override
  public void close() {
    List<BackupTask> dropped = executor.close();
    List<Thread> ending = workers.close();
    timer.shutdown();
    virtualWaits.close();
    dropped.forEach(task -> task.complete(BackupRejectedException.stopped()));
    awaitThreads(ending);
    if (ownsThreads) {
      common.close();
    }
  }

  private void awaitThreads(List<Thread> ending) {
    long deadline = System.nanoTime() + CLOSE_GRACE.toNanos();
    try {
      if (!DaemonThreads.awaitEnd(ending, deadline)) {
        Loggers.of(BackupExecutor.class)
            .log(
                System.Logger.Level.WARNING,
                "A backup does not react to its interruption; its thread ends when it does.");
      }
      common.awaitTimer(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The threads of backups, for work that calls code of the application but belongs to no session's
   * queue.
   */
  public Executor threads() {
    return task -> {
      workers.execute(task);
      watch();
    };
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

  /** Calls of {@link #submit}. */
  public long submitted() {
    return submitted.sum();
  }

  /** Tasks that a later one of their session replaced before they ran. */
  public long coalesced() {
    return executor.coalesced();
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
    return executor.waiting();
  }

  private void perform(KeyedSerialExecutor.KeyQueue queue, BackupTask task) {
    PendingBackup<?> begun;
    try {
      begun = task.work().begin();
    } catch (Throwable e) { // no failure may end the thread or lose the future
      ended(queue, task, e);
      return;
    }
    if (begun.end().isDone() || !room.tryTake(begun.bytes())) {
      ended(queue, task, outcome(begun.end()));
      return;
    }
    var unused =
        begun
            .end()
            .whenComplete(
                (nothing, failure) -> {
                  room.giveBack(begun.bytes());
                  ended(queue, task, failure);
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

  private void ended(
      KeyedSerialExecutor.KeyQueue queue, BackupTask task, @Nullable Throwable failure) {
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
      queue.end();
    }
  }
}
