package io.holdfast.sessions.backup;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // some submits are only there to be in the way
class BackupExecutorTest {

  private static final String PREFIX = "holdfast-executor-test";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ClassLoader own = new ClassLoader(null) {};
  private final SilentFailures failures = new SilentFailures();
  private final BackupExecutor executor = newExecutor(2, 1_000);

  private final CountDownLatch slowRuns = new CountDownLatch(1);
  private final CountDownLatch slowMayEnd = new CountDownLatch(1);

  private BackupExecutor newExecutor(int threads, int maxWaiting) {
    return new BackupExecutor(PREFIX, threads, maxWaiting, own, failures.log());
  }

  @AfterEach
  void nothingIsLeft() {
    slowMayEnd.countDown();
    executor.close();
    Threads.assertNoneAlive(PREFIX, LONG);
  }

  @Test
  void submitWhenHundredDuringASlowTaskThenTwoExecutionsAndTheLastWins() throws Exception {
    AtomicInteger state = new AtomicInteger();
    List<Integer> stored = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<Void> slow = submitSlow("s");
    slowRuns.await();

    List<CompletableFuture<Void>> burst = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      state.set(i);
      burst.add(executor.submit("s", () -> stored.add(state.get())));
    }
    assertEquals(1, executor.waiting());
    assertFalse(burst.get(0).isDone());
    slowMayEnd.countDown();
    slow.join();
    burst.forEach(CompletableFuture::join);

    assertEquals(List.of(100), stored);
    assertEquals(2, executor.executed());
    assertEquals(101, executor.submitted());
    assertEquals(99, executor.coalesced());
    assertEquals(0, executor.waiting());
  }

  @Test
  void tryTurnWhenNothingRunsThenWhatIsSubmittedMeanwhileComesAfter() {
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    BackupExecutor.Turn turn = requireNonNull(executor.tryTurn("s"));

    CompletableFuture<Void> after = executor.submit("s", () -> ran.add("after"));
    executor.submit("other", () -> ran.add("other")).join();
    ran.add("own");
    turn.end();
    after.join();

    assertEquals(List.of("other", "own", "after"), ran);
  }

  @Test
  void tryTurnWhenSomethingRunsThenNone() throws Exception {
    CompletableFuture<Void> slow = submitSlow("s");
    slowRuns.await();

    assertNull(executor.tryTurn("s"));

    slowMayEnd.countDown();
    slow.join();
    Await.until("its turn is over", () -> executor.tryTurn("s") != null);
  }

  @Test
  void drainWhenATurnIsTakenThenItCountsUntilItEnds() {
    BackupExecutor.Turn turn = requireNonNull(executor.tryTurn("s"));

    int unfinished = executor.drain(Duration.ofMillis(1));
    turn.end();

    assertEquals(1, unfinished);
    assertEquals(0, executor.drain(LONG));
    assertNull(executor.tryTurn("s"));
  }

  @Test
  void beginWhenTheAnswerIsOutstandingThenItsThreadServesOtherSessions() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    try (BackupExecutor one = newExecutor(1, 1_000)) {
      CompletableFuture<Void> begun = one.begin("s", () -> new PendingBackup<>(answer, 1));

      one.submit("other", () -> {}).join();

      assertFalse(begun.isDone());
      answer.complete(null);
      begun.join();
      assertEquals(2, one.executed());
    }
  }

  @Test
  void beginWhenTheAnswerIsOutstandingThenTheNextOfItsSessionComesAfter() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    AtomicInteger ran = new AtomicInteger();
    beginUntil(answer);

    CompletableFuture<Void> replaced = executor.submit("s", ran::incrementAndGet);
    CompletableFuture<Void> last = executor.submit("s", ran::incrementAndGet);
    executor.submit("other", () -> {}).join();
    int early = ran.get();
    answer.complete(null);
    last.join();
    replaced.join();

    assertEquals(0, early);
    assertEquals(1, ran.get());
  }

  @Test
  void beginWhenTheAnswerIsAFailureThenItsFutureFailsAndTheNextRuns() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    CompletableFuture<Void> begun = beginUntil(answer);
    CompletableFuture<Void> next = executor.submit("s", () -> {});

    answer.completeExceptionally(new IllegalStateException("refused"));

    next.join();
    assertTrue(begun.isCompletedExceptionally());
    assertEquals(1, executor.failed());
  }

  @Test
  void beginWhenTooMuchIsOnItsWayThenTheThreadWaits() {
    CompletableFuture<Void> large = new CompletableFuture<>();
    CompletableFuture<Void> small = new CompletableFuture<>();
    AtomicInteger begun = new AtomicInteger();
    try (BackupExecutor one = newExecutor(1, 1_000)) {
      one.begin("large", () -> new PendingBackup<>(large, 1 << 30));
      one.begin(
          "small",
          () -> {
            begun.incrementAndGet();
            return new PendingBackup<>(small, 1);
          });
      CompletableFuture<Void> behind = one.begin("behind", () -> PendingBackup.OVER);
      Await.until("it has begun, and its thread waits", () -> begun.get() == 1 && poolWaits());

      assertFalse(behind.isDone());
      small.complete(null);
      behind.join();
      large.complete(null);
      assertEquals(0, one.drain(LONG));
    }
  }

  @Test
  void drainWhenAnAnswerIsOutstandingThenItCountsUntilThatIsThere() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    beginUntil(answer);

    int unfinished = executor.drain(Duration.ofMillis(1));
    answer.complete(null);

    assertEquals(1, unfinished);
    assertEquals(0, executor.drain(LONG));
  }

  @Test
  void submitWhenReplacedThenTheReplacedTaskNeverRuns() throws Exception {
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    submitSlow("s");
    slowRuns.await();
    executor.submit("s", () -> ran.add("first"));

    CompletableFuture<Void> second = executor.submit("s", () -> ran.add("second"));
    slowMayEnd.countDown();
    second.join();

    assertEquals(List.of("second"), ran);
  }

  @Test
  void submitWhenReplacementFailsThenReplacedFutureFailsToo() throws Exception {
    IllegalStateException failure = new IllegalStateException("store refused");
    submitSlow("s");
    slowRuns.await();

    CompletableFuture<Void> replaced = executor.submit("s", () -> {});
    executor.submit(
        "s",
        () -> {
          throw failure;
        });
    slowMayEnd.countDown();

    assertSame(failure, failureOf(replaced));
  }

  @Test
  void submitWhenAnotherSessionIsSlowThenRunsBesideIt() throws Exception {
    submitSlow("slow");
    slowRuns.await();

    CompletableFuture<Void> other = executor.submit("other", () -> {});

    other.get(30, TimeUnit.SECONDS);
    assertEquals(1, slowMayEnd.getCount());
  }

  @Test
  void submitWhenTwoSessionsThenBothThreadsWork() {
    CyclicBarrier both = new CyclicBarrier(2);

    CompletableFuture<Void> a = executor.submit("a", () -> meet(both));
    CompletableFuture<Void> b = executor.submit("b", () -> meet(both));

    a.join();
    b.join();
    assertEquals(0, executor.failed());
  }

  @Test
  void submitWhenCallerCancelsThenOthersOfTheSameTaskAreNotConcerned() throws Exception {
    submitSlow("s");
    slowRuns.await();
    CompletableFuture<Void> impatient = executor.submit("s", () -> {});
    CompletableFuture<Void> patient = executor.submit("s", () -> {});

    impatient.cancel(true);
    slowMayEnd.countDown();

    patient.join();
    assertTrue(impatient.isCancelled());
  }

  @Test
  void submitWhenFromADependentOfTheFutureThenRunsNext() {
    CompletableFuture<Void> again =
        executor.submit("s", () -> {}).thenCompose(done -> executor.submit("s", () -> {}));

    again.join();
    assertEquals(2, executor.executed());
  }

  @Test
  void submitWhenTaskThrowsThenFutureFailsAndTheThreadLives() throws Exception {
    AssertionError failure = new AssertionError("an Error, not an Exception");
    CompletableFuture<Void> failing =
        executor.submit(
            "s",
            () -> {
              throw failure;
            });

    assertSame(failure, failureOf(failing));
    executor.submit("s", () -> {}).join();
    assertEquals(1, executor.failed());
    assertEquals(2, executor.executed());
    assertEquals(List.of(failure), failures.awaitLogged(1));
  }

  @Test
  void submitWhenTooManySessionsWaitThenRejectedAndCounted() throws Exception {
    try (BackupExecutor small = newExecutor(1, 2)) {
      CountDownLatch runs = new CountDownLatch(1);
      CountDownLatch mayEnd = new CountDownLatch(1);
      small.submit("running", () -> runAndWait(runs, mayEnd));
      runs.await();
      CompletableFuture<Void> first = small.submit("first", () -> {});
      CompletableFuture<Void> second = small.submit("second", () -> {});

      CompletableFuture<Void> third = small.submit("third", () -> {});
      CompletableFuture<Void> again = small.submit("second", () -> {});

      BackupRejectedException rejection =
          assertInstanceOf(BackupRejectedException.class, failureOf(third));
      assertEquals(BackupRejectedException.Reason.FULL, rejection.reason());
      assertEquals(1, small.rejected());
      assertEquals(List.of(rejection), failures.awaitLogged(1));
      mayEnd.countDown();
      CompletableFuture.allOf(first, second, again).join();
      small.submit("third", () -> {}).join();
    }
  }

  @Test
  void drainWhenTasksWaitThenRunsThemAll() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    submitSlow("s");
    slowRuns.await();
    for (int i = 0; i < 50; i++) {
      executor.submit("s" + i, ran::incrementAndGet);
    }
    slowMayEnd.countDown();

    int undone = executor.drain(LONG);

    assertEquals(0, undone);
    assertEquals(50, ran.get());
  }

  @Test
  void drainWhenDeadlinePassesThenNumberOfTasksLeft() throws Exception {
    submitSlow("s");
    slowRuns.await();
    executor.submit("s", () -> {});

    int undone = executor.drain(Duration.ofMillis(1));

    assertEquals(2, undone);
  }

  @Test
  void submitWhenDrainedThenRejected() throws Exception {
    executor.drain(LONG);

    CompletableFuture<Void> late = executor.submit("s", () -> {});

    BackupRejectedException rejection =
        assertInstanceOf(BackupRejectedException.class, failureOf(late));
    assertEquals(BackupRejectedException.Reason.STOPPED, rejection.reason());
  }

  @Test
  void closeWhenTasksWaitThenTheirFuturesFail() throws Exception {
    CompletableFuture<Void> slow = submitSlow("s");
    slowRuns.await();
    CompletableFuture<Void> waiting = executor.submit("s", () -> {});

    executor.close();

    assertInstanceOf(BackupRejectedException.class, failureOf(waiting));
    assertInstanceOf(IllegalStateException.class, failureOf(slow));
    assertEquals(0, executor.drain(LONG));
  }

  @Test
  void closeWhenTwiceThenNothingHappens() {
    executor.close();
    executor.close();

    assertEquals(Set.of(), liveThreads());
  }

  @Test
  void newExecutorWhenNotUsedThenNoThread() {
    assertEquals(Set.of(), liveThreads());
  }

  @Test
  void threadsWhenThereIsWorkThenHaveTheirNamesAndOwnLoader() {
    submitSlow("s");
    Await.until("it runs", () -> slowRuns.getCount() == 0);

    assertSame(
        own,
        CompletableFuture.supplyAsync(
                () -> Thread.currentThread().getContextClassLoader(), executor.timer())
            .join());
    assertEquals(Set.of(PREFIX + "-backup-1", PREFIX + "-timer-1"), liveThreads());
  }

  @Test
  void newExecutorWhenNoThreadAllowedThenIllegalArgument() {
    assertThrows(IllegalArgumentException.class, () -> newExecutor(0, 1));
    assertThrows(IllegalArgumentException.class, () -> newExecutor(1, 0));
  }

  private CompletableFuture<Void> submitSlow(String key) {
    return executor.submit(key, () -> runAndWait(slowRuns, slowMayEnd));
  }

  /** A backup of session s that is on its way until this answer is there. */
  private CompletableFuture<Void> beginUntil(CompletableFuture<Void> answer) {
    CountDownLatch begins = new CountDownLatch(1);
    CompletableFuture<Void> begun =
        executor.begin(
            "s",
            () -> {
              begins.countDown();
              return new PendingBackup<>(answer, 1);
            });
    Await.until("it has begun", () -> begins.getCount() == 0);
    return begun;
  }

  private static boolean poolWaits() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(PREFIX + "-backup"))
        .allMatch(thread -> thread.getState() == Thread.State.WAITING);
  }

  private static void runAndWait(CountDownLatch runs, CountDownLatch mayEnd) {
    runs.countDown();
    try {
      mayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the other task does not run at the same time", e);
    }
  }

  private static Throwable failureOf(CompletableFuture<Void> future) {
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> future.get(30, TimeUnit.SECONDS));
    return Objects.requireNonNull(e.getCause());
  }

  private static Set<String> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(PREFIX))
        .collect(Collectors.toSet());
  }
}
