package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several applications on the same threads. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // some submits are only there to be in the way
class CommonThreadsTest {

  private static final String PREFIX = "holdfast-common-test";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ClassLoader own = new ClassLoader(null) {};
  private final CommonThreads common = new CommonThreads(PREFIX, own);
  private final List<BackupExecutor> executors = new ArrayList<>();
  private final CountDownLatch slowMayEnd = new CountDownLatch(1);

  @AfterEach
  void nothingIsLeft() {
    slowMayEnd.countDown();
    executors.forEach(BackupExecutor::close);
    common.close();
    Threads.assertNoneAlive(PREFIX, LONG);
  }

  @Test
  void submitWhenApplicationsComeOneAfterTheOtherThenOneThreadWorksForAll() {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      threads.add(threadOf(application(i, 2)));
      Await.until("idle", () -> Threads.alive(PREFIX + "-backup-idle").size() == 1);
    }

    assertEquals(1, threads.stream().distinct().count());
  }

  @Test
  void submitWhenAnotherApplicationIsSlowThenItIsNotWaitedFor() {
    BackupExecutor slow = application(0, 2);
    for (int i = 0; i < 100; i++) {
      slow.submit("s" + i, this::waitUntilItMayEnd);
    }

    assertTrue(threadOf(application(1, 1)).isAlive());
    Await.until("only its own two run", () -> slow.waiting() == 98);
  }

  @Test
  void submitWhenAThreadWorksThenItsNameTellsForWhom() {
    assertEquals(List.of(PREFIX + "-0-backup-1", PREFIX + "-0-backup-2"), namesOfTwo());
  }

  private List<String> namesOfTwo() {
    BackupExecutor executor = application(0, 2);
    executor.submit("a", this::waitUntilItMayEnd);
    executor.submit("b", this::waitUntilItMayEnd);
    return Await.value(
        "two run",
        LONG,
        () -> Threads.alive(PREFIX + "-0-backup").stream().map(Thread::getName).toList(),
        names -> names.size() == 2);
  }

  @Test
  void submitWhenATaskLeavesItsLoaderAndAnInterruptionThenTheNextHasNeither() {
    BackupExecutor first = application(0, 1);
    AtomicReference<Thread> thread = new AtomicReference<>();
    first
        .submit(
            "s",
            () -> {
              thread.set(Thread.currentThread());
              Thread.currentThread().setContextClassLoader(new ClassLoader(null) {});
              Thread.currentThread().interrupt();
            })
        .join();
    Await.until("idle", () -> Threads.alive(PREFIX + "-backup-idle").size() == 1);
    AtomicReference<Thread> next = new AtomicReference<>();

    List<Object> found = Collections.synchronizedList(new ArrayList<>());
    application(1, 1)
        .submit(
            "s",
            () -> {
              next.set(Thread.currentThread());
              found.add(Thread.currentThread().getContextClassLoader());
              found.add(Thread.currentThread().isInterrupted());
            })
        .join();

    assertSame(thread.get(), next.get());
    assertEquals(List.of(own, false), found);
  }

  @Test
  void closeWhenThreadsHaveWorkedForTheApplicationThenTheyEndAndOthersGoOn() {
    BackupExecutor going = application(0, 1);
    BackupExecutor staying = application(1, 1);
    staying.submit("s", this::waitUntilItMayEnd);
    Await.until("it runs", () -> staying.waiting() == 0);
    Thread former = threadOf(going);

    going.close();

    assertFalse(former.isAlive());
    assertTrue(threadOf(application(2, 1)).isAlive());
  }

  @Test
  void closeWhenAThreadWorksForAnotherByThenThenItEndsAfterItsTask() {
    BackupExecutor going = application(0, 1);
    Thread former = threadOf(going);
    Await.until("idle", () -> Threads.alive(PREFIX + "-backup-idle").size() == 1);
    BackupExecutor staying = application(1, 1);
    AtomicReference<Thread> now = new AtomicReference<>();
    CompletableFuture<Void> slow =
        staying.submit(
            "s",
            () -> {
              now.set(Thread.currentThread());
              waitUntilItMayEnd();
            });
    Await.until("it works for another", () -> now.get() == former);

    AtomicReference<Thread> next = new AtomicReference<>();
    CompletableFuture<Void> behind = staying.submit("t", () -> next.set(Thread.currentThread()));

    going.close();

    assertTrue(former.isAlive());
    slowMayEnd.countDown();
    slow.join();
    behind.join();
    Await.until("ended", () -> !former.isAlive());
    assertNotSame(former, next.get());
  }

  @Test
  void closeWhenATaskRunsThenItIsInterruptedAndAnothersIsNot() {
    BackupExecutor going = application(0, 1);
    BackupExecutor staying = application(1, 1);
    CompletableFuture<Void> interrupted = going.submit("s", this::waitUntilItMayEnd);
    CompletableFuture<Void> other = staying.submit("s", this::waitUntilItMayEnd);
    Await.until("both run", () -> going.waiting() + staying.waiting() == 0);

    going.close();

    assertThrows(Exception.class, interrupted::join);
    assertFalse(other.isDone());
    slowMayEnd.countDown();
    other.join();
  }

  @Test
  void timerWhenAnApplicationIsClosedThenItsTasksAreGoneAndAnothersStay() {
    BackupExecutor going = application(0, 1);
    BackupExecutor staying = application(1, 1);
    going.timer().schedule(() -> {}, 1, TimeUnit.HOURS);
    going.timer().scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS);
    staying.timer().schedule(() -> {}, 1, TimeUnit.HOURS);

    going.close();

    assertEquals(1, ((ScheduledThreadPoolExecutor) common.timer()).getQueue().size());
    assertThrows(
        RejectedExecutionException.class,
        () -> going.timer().schedule(() -> {}, 0, TimeUnit.SECONDS));
  }

  @Test
  void timerWhenATaskIsCancelledThenItIsGone() {
    var task = application(0, 1).timer().schedule(() -> {}, 1, TimeUnit.HOURS);

    task.cancel(false);

    assertTrue(((ScheduledThreadPoolExecutor) common.timer()).getQueue().isEmpty());
  }

  @Test
  void timerWhenATaskRepeatsThenItRunsAgainUntilItIsCancelled() {
    CountDownLatch runs = new CountDownLatch(3);
    var task =
        application(0, 1)
            .timer()
            .scheduleWithFixedDelay(runs::countDown, 0, 1, TimeUnit.MILLISECONDS);

    Await.until("three times", () -> runs.getCount() == 0);

    task.cancel(false);
    Await.until("gone", () -> ((ScheduledThreadPoolExecutor) common.timer()).getQueue().isEmpty());
  }

  /** A key file, the files of sessions and the list of ends are looked at by such tasks. */
  @Test
  void timerWhenARepeatedTaskFailsOnceThenItRunsAgain() {
    CountDownLatch runs = new CountDownLatch(2);
    try (CapturedLog log = new CapturedLog(ApplicationTimer.class)) {
      var task =
          application(0, 1)
              .timer()
              .scheduleWithFixedDelay(
                  () -> {
                    runs.countDown();
                    if (runs.getCount() == 1) {
                      throw new OutOfMemoryError("told to fail by the test");
                    }
                  },
                  0,
                  1,
                  TimeUnit.MILLISECONDS);

      Await.until("twice", () -> runs.getCount() == 0);

      task.cancel(false);
      assertEquals(1, log.warnings().size());
    }
  }

  private BackupExecutor application(int number, int threads) {
    BackupExecutor executor = new BackupExecutor(PREFIX + "-" + number, threads, 1_000, common);
    executors.add(executor);
    return executor;
  }

  private static Thread threadOf(BackupExecutor executor) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    executor.submit("s", () -> thread.set(Thread.currentThread())).join();
    return Objects.requireNonNull(thread.get());
  }

  private void waitUntilItMayEnd() {
    try {
      slowMayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
