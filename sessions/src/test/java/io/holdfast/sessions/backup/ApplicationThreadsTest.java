package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several applications, each with threads of its own and a view of one timer. */
@Timeout(60)
class ApplicationThreadsTest {

  private static final String PREFIX = "holdfast-threads-test";
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int COUNT = 2;
  private static final int MAX_COLLECTIONS = 200;

  private final ClassLoader own = new ClassLoader(null) {};
  private final CommonThreads common = new CommonThreads(PREFIX, own);
  private final AtomicLong now = new AtomicLong();
  private final List<ApplicationThreads> all = new ArrayList<>();
  private volatile CountDownLatch mayEnd = new CountDownLatch(1);

  @AfterEach
  void nothingIsLeft() {
    mayEnd.countDown();
    all.forEach(ApplicationThreads::close);
    common.close();
    Threads.assertNoneAlive(PREFIX, LONG);
  }

  private ApplicationThreads application(int number, int count) {
    ApplicationThreads threads =
        new ApplicationThreads(PREFIX + "-" + number, count, common, now::get);
    all.add(threads);
    return threads;
  }

  // ---- threads ----

  @Test
  void newThreadsWhenNotUsedThenNone() {
    application(0, COUNT);

    assertEquals(Set.of(), alive());
    assertThrows(IllegalArgumentException.class, () -> application(1, 0));
  }

  @Test
  void executeWhenThereIsWorkThenAtMostSoManyWorkAndTheirNamesTellForWhom() {
    ApplicationThreads slow = application(0, COUNT);
    var unused = block(slow, COUNT);
    CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> "done", slow);

    assertEquals(Set.of(PREFIX + "-0-backup-1", PREFIX + "-0-backup-2"), aliveButTimer());
    assertEquals("done", inApplication(application(1, 1), () -> "done"));
    assertFalse(waiting.isDone());
    mayEnd.countDown();
    assertEquals("done", waiting.join());
  }

  @Test
  void executeWhenATaskLeavesItsLoaderAndAnInterruptionThenTheNextHasNeither() {
    ApplicationThreads threads = application(0, 1);
    inApplication(
        threads,
        () -> {
          Thread.currentThread().setContextClassLoader(new ClassLoader(null) {});
          Thread.currentThread().interrupt();
          return "";
        });

    List<Object> found =
        inApplication(
            threads,
            () ->
                List.of(
                    Thread.currentThread().getContextClassLoader(),
                    Thread.currentThread().isInterrupted()));

    assertEquals(List.of(own, false), found);
  }

  @Test
  void executeWhenATaskFailsThenTheNextRuns() {
    ApplicationThreads threads = application(0, 1);
    CompletableFuture<String> failing =
        CompletableFuture.supplyAsync(
            () -> {
              throw new OutOfMemoryError("told to fail by the test");
            },
            threads);

    assertThrows(Exception.class, failing::join);
    assertEquals("done", inApplication(threads, () -> "done"));
  }

  @Test
  void closeWhenATaskRunsThenItIsInterruptedAndAnothersIsNot() {
    ApplicationThreads going = application(0, 1);
    ApplicationThreads staying = application(1, 1);
    var unused = block(going, 1);
    CompletableFuture<Void> other = block(staying, 1);

    going.close();

    Await.until("its thread has ended", () -> Threads.alive(PREFIX + "-0-backup").isEmpty());
    assertFalse(other.isDone());
    assertThrows(RejectedExecutionException.class, () -> going.execute(() -> {}));
    mayEnd.countDown();
    other.join();
  }

  @Test
  void closeWhenATaskIgnoresTheInterruptionThenThatIsLoggedAndNotWaitedFor() {
    ApplicationThreads threads = application(0, 1);
    CountDownLatch begun = new CountDownLatch(1);
    threads.execute(
        () -> {
          begun.countDown();
          while (mayEnd.getCount() > 0) {
            Thread.onSpinWait();
          }
        });
    Await.until("it runs", () -> begun.getCount() == 0);

    try (CapturedLog log = new CapturedLog(ApplicationThreads.class)) {
      threads.close();

      assertEquals(1, log.warnings().size());
    }
  }

  @Test
  void closeWhenATaskOfItsOwnClosesThenItDoesNotWaitForItself() {
    ApplicationThreads threads = application(0, 1);

    CompletableFuture<Void> closing = CompletableFuture.runAsync(threads::close, threads);

    Await.until("it is closed", closing::isDone);
  }

  @Test
  void executeBelowCodeOfAnApplicationThenItsLoaderIsCollectable() throws InterruptedException {
    ApplicationThreads threads = application(0, 1);
    WeakReference<ClassLoader> loader = new WeakReference<>(loaderOfRequest(threads));

    for (int i = 0; i < MAX_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
    }

    assertEquals(1, Threads.alive(PREFIX + "-0-backup").size());
    assertEquals(null, loader.get(), "something holds the application's class loader");
  }

  private static ClassLoader loaderOfRequest(ApplicationThreads threads)
      throws InterruptedException {
    ClassLoader loader = new ClassLoader(null) {};
    Thread request = new Thread(() -> inApplication(threads, () -> ""));
    request.setContextClassLoader(loader);
    request.start();
    request.join();
    return loader;
  }

  // ---- threads that are stuck ----

  @Test
  void replaceStuckWhenAllThreadsAreStuckThenOtherTasksRun() {
    ApplicationThreads threads = application(0, COUNT);
    var unused = block(threads, COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", threads);
    now.addAndGet(ApplicationThreads.STUCK.toNanos());

    try (CapturedLog log = new CapturedLog(ApplicationThreads.class)) {
      threads.replaceStuck();
      threads.replaceStuck();

      assertEquals("done", next.join());
      assertEquals(1, log.warnings().size());
      assertTrue(log.warnings().get(0).contains("CountDownLatch.await"), log.warnings()::toString);
    }
  }

  @Test
  void replaceStuckWhenTheyGoOnThenThereAreAsManyAsBefore() {
    ApplicationThreads threads = application(0, COUNT);
    var unused = block(threads, COUNT);
    now.addAndGet(ApplicationThreads.STUCK.toNanos());
    threads.replaceStuck();
    mayEnd.countDown();
    Await.until("they go on", () -> threads.working() == 0);

    threads.replaceStuck();
    mayEnd = new CountDownLatch(1);
    var unusedToo = block(threads, COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", threads);

    assertEquals(COUNT, threads.working());
    assertFalse(next.isDone());
  }

  @Test
  void replaceStuckWhenTheyHaveJustBegunThenThereAreNoMore() {
    ApplicationThreads threads = application(0, COUNT);
    var unused = block(threads, COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", threads);
    now.addAndGet(ApplicationThreads.STUCK.toNanos() - 1);

    threads.replaceStuck();

    assertEquals(COUNT, threads.working());
    assertFalse(next.isDone());
  }

  @Test
  void replaceStuckWhenVeryManyAreStuckThenThereIsABound() {
    ApplicationThreads threads = application(0, COUNT);
    int most = COUNT + ApplicationThreads.MOST_REPLACED;
    for (int at = 0; at < most; at += COUNT) {
      var unused = block(threads, COUNT);
      now.addAndGet(ApplicationThreads.STUCK.toNanos());
      threads.replaceStuck();
    }
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", threads);

    threads.replaceStuck();

    assertEquals(most, threads.working());
    assertFalse(next.isDone());
  }

  // ---- the timer ----

  @Test
  void timerWhenAnApplicationIsClosedThenItsTasksAreGoneAndAnothersStay() {
    ApplicationThreads going = application(0, 1);
    ApplicationThreads staying = application(1, 1);
    var once = going.timer().schedule(() -> {}, 1, TimeUnit.HOURS);
    var repeated = going.timer().scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS);
    var others = staying.timer().schedule(() -> {}, 1, TimeUnit.HOURS);

    going.close();

    assertEquals(
        List.of(true, true, false),
        List.of(once.isCancelled(), repeated.isCancelled(), others.isCancelled()));
    assertEquals(1, onTimer());
    assertThrows(
        RejectedExecutionException.class,
        () -> going.timer().schedule(() -> {}, 0, TimeUnit.SECONDS));
  }

  @Test
  void timerWhenATaskIsCancelledThenItIsGone() {
    var task = application(0, 1).timer().schedule(() -> {}, 1, TimeUnit.HOURS);

    task.cancel(false);

    assertEquals(0, onTimer());
  }

  /** A key file, the files of sessions and the list of ends are looked at by such tasks. */
  @Test
  void timerWhenARepeatedTaskFailsOnceThenItRunsAgainUntilItIsCancelled() {
    CountDownLatch runs = new CountDownLatch(3);
    try (CapturedLog log = new CapturedLog(ApplicationTimer.class)) {
      var task =
          application(0, 1)
              .timer()
              .scheduleWithFixedDelay(() -> countOnceFailing(runs), 0, 1, TimeUnit.MILLISECONDS);

      Await.until("three times", () -> runs.getCount() == 0);

      task.cancel(false);
      assertEquals(1, log.warnings().size());
    }
    Await.until("gone", () -> onTimer() == 0);
  }

  private static void countOnceFailing(CountDownLatch runs) {
    runs.countDown();
    if (runs.getCount() == 2) {
      throw new OutOfMemoryError("told to fail by the test");
    }
  }

  private int onTimer() {
    return ((ScheduledThreadPoolExecutor) common.timer()).getQueue().size();
  }

  /** Lets so many more tasks run that end when they may. */
  private CompletableFuture<Void> block(ApplicationThreads threads, int tasks) {
    CountDownLatch begun = new CountDownLatch(tasks);
    CountDownLatch until = mayEnd;
    List<CompletableFuture<Void>> blocked = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      blocked.add(
          CompletableFuture.runAsync(
              () -> {
                begun.countDown();
                awaitQuietly(until);
              },
              threads));
    }
    Await.until("they run", () -> begun.getCount() == 0);
    return CompletableFuture.allOf(blocked.toArray(CompletableFuture[]::new));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> T inApplication(ApplicationThreads threads, Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, threads).join();
  }

  private static Set<String> aliveButTimer() {
    return alive().stream().filter(name -> !name.contains("-timer-")).collect(Collectors.toSet());
  }

  private static Set<String> alive() {
    return Threads.alive(PREFIX).stream().map(Thread::getName).collect(Collectors.toSet());
  }
}
