package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.testkit.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundSavesTest {

  private static final int MANY = 1_000;

  /** What the threads would run, in order. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  private final SessionMetrics metrics = new SessionMetrics(true);
  private final BackgroundSaves saves = new BackgroundSaves(tasks::add, MANY, metrics);

  /** The saves that have begun, and what the nodes will answer. */
  private final Map<String, CompletableFuture<Void>> begun = new LinkedHashMap<>();

  private void save(String session) {
    saves.save(session, () -> begin(session));
  }

  private CompletableFuture<Void> begin(String session) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    begun.put(session, answer);
    return answer;
  }

  private void runAll() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  @Test
  void saveWhenOneOfTheSessionWaitsThenTheLaterStandsForBothInItsPlace() {
    List<String> order = new ArrayList<>();
    saves.save("a", () -> begin("a, first"));
    save("b");
    saves.save(
        "a",
        () -> {
          order.add("a, later");
          return begin("a");
        });

    runAll();

    assertEquals(List.of("a", "b"), List.copyOf(begun.keySet()));
    assertEquals(List.of("a, later"), order);
    assertEquals(1, metrics.get(Metric.BACKUPS_COALESCED));
    assertEquals(0, saves.waiting());
  }

  @Test
  void saveWhenOneOfTheSessionIsUnderWayThenOneMoreBeginsBehindIt() {
    save("a");
    runAll();
    for (int i = 0; i < 2 * BackgroundSaves.UNDER_WAY; i++) {
      saves.save("a", () -> begin("a, later"));
      runAll();
    }
    save("b");
    runAll();
    assertEquals(List.of("a", "b"), List.copyOf(begun.keySet()), "others need not wait for it");

    answer("a");
    runAll();

    assertEquals(List.of("a", "b", "a, later"), List.copyOf(begun.keySet()));
    assertEquals(2 * BackgroundSaves.UNDER_WAY - 1, metrics.get(Metric.BACKUPS_COALESCED));
    assertEquals(0, saves.waiting());
  }

  @Test
  void saveWhenManyAreUnderWayThenTheNextBeginsWithTheFirstAnswer() {
    IntStream.range(0, BackgroundSaves.UNDER_WAY).forEach(i -> save("s" + i));
    runAll();
    save("next");
    runAll();
    assertEquals(BackgroundSaves.UNDER_WAY, begun.size());
    assertEquals(1, saves.waiting());

    answer("s7");
    runAll();

    assertTrue(begun.containsKey("next"));
    assertEquals(0, saves.waiting());
  }

  @Test
  void saveWhenTheAnswerIsAFailureOrItCannotBeginThenItIsLoggedAndOthersBegin() {
    try (CapturedLog log = new CapturedLog(BackgroundSaves.class)) {
      for (int i = 0; i < BackgroundSaves.UNDER_WAY; i++) {
        saves.save(
            "failing" + i,
            () -> {
              throw new StackOverflowError("told to fail by the test");
            });
      }
      save("a");
      runAll();
      answers("a").completeExceptionally(new IllegalStateException("told to fail by the test"));
      save("b");
      runAll();

      assertEquals(List.of("a", "b"), List.copyOf(begun.keySet()));
      assertEquals(1, log.warnings().size(), "others are counted in the next one");
    }
  }

  @Test
  void saveWhenTooManySessionsWaitThenItIsRefusedAndCounted() {
    BackgroundSaves few = new BackgroundSaves(tasks::add, 2, metrics);
    try (CapturedLog log = new CapturedLog(BackgroundSaves.class)) {
      for (String session : List.of("a", "b", "c", "a")) {
        few.save(session, () -> begin(session));
      }
      runAll();

      assertEquals(List.of("a", "b"), List.copyOf(begun.keySet()));
      assertEquals(1, metrics.get(Metric.BACKUPS_REFUSED));
      assertTrue(
          log.warnings().get(0).contains("saves of 2 sessions are waiting already"),
          log.warnings()::toString);
    }
  }

  @Test
  void saveWhenNoThreadTakesItThenItIsRefusedAndALaterOneBegins() {
    List<Throwable> failures =
        new ArrayList<>(
            List.of(new RejectedExecutionException("stops"), new OutOfMemoryError("no thread")));
    BackgroundSaves later =
        new BackgroundSaves(
            task -> {
              if (failures.isEmpty()) {
                tasks.add(task);
              } else if (failures.remove(0) instanceof RejectedExecutionException e) {
                throw e;
              } else {
                throw new OutOfMemoryError("no thread");
              }
            },
            MANY,
            metrics);
    try (CapturedLog log = new CapturedLog(BackgroundSaves.class)) {
      for (String session : List.of("a", "b", "c")) {
        later.save(session, () -> begin(session));
      }
      runAll();

      assertEquals(List.of("c"), List.copyOf(begun.keySet()));
      assertEquals(2, metrics.get(Metric.BACKUPS_REFUSED));
      assertEquals(0, later.waiting());
      assertEquals(1, log.warnings().size());
    }
  }

  /** What was changed before a save was asked for is in a save that begins after that. */
  @Test
  void saveWhenManyThreadsAskThenTheLastStateOfEachSessionIsSavedAndNoTurnIsLost()
      throws InterruptedException {
    int sessions = 7;
    AtomicIntegerArray state = new AtomicIntegerArray(sessions);
    AtomicIntegerArray saved = new AtomicIntegerArray(sessions);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      BackgroundSaves stressed = new BackgroundSaves(pool, sessions, metrics);
      List<Thread> requests = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        requests.add(
            new Thread(
                () -> {
                  for (int request = 0; request < 20_000; request++) {
                    int session = ThreadLocalRandom.current().nextInt(sessions);
                    state.incrementAndGet(session);
                    stressed.save("s" + session, () -> savedNow(session, state, saved, pool));
                  }
                }));
      }
      requests.forEach(Thread::start);
      for (Thread request : requests) {
        request.join();
      }

      Await.until("all is saved", () -> state.toString().equals(saved.toString()));
      assertEquals(0, metrics.get(Metric.BACKUPS_REFUSED));
      assertTrue(
          metrics.get(Metric.BACKUPS_COALESCED) > 0,
          "nothing was coalesced: the test tests too little");
    } finally {
      pool.shutdownNow();
      assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
    }
  }

  private static CompletableFuture<Void> savedNow(
      int session, AtomicIntegerArray state, AtomicIntegerArray saved, ExecutorService pool) {
    int seen = state.get(session);
    return CompletableFuture.runAsync(() -> saved.accumulateAndGet(session, seen, Math::max), pool);
  }

  private void answer(String session) {
    answers(session).complete(null);
  }

  private CompletableFuture<Void> answers(String session) {
    return begun.getOrDefault(session, CompletableFuture.failedFuture(new AssertionError(session)));
  }
}
