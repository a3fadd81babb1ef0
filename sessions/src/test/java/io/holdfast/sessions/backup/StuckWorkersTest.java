package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StuckWorkersTest {

  private static final String PREFIX = "holdfast-stuck-test";
  private static final int COUNT = 2;
  private static final Duration STUCK = Duration.ofSeconds(30);

  private final AtomicLong now = new AtomicLong();
  private volatile CountDownLatch released = new CountDownLatch(1);
  private final WorkerThreads threads =
      new WorkerThreads(
          new DaemonThreads(PREFIX, new ClassLoader(null) {}),
          Duration.ofSeconds(60).toNanos(),
          now::get);
  private final WorkerThreads.Workers workers = threads.workers(PREFIX, COUNT);

  @AfterEach
  void nothingIsLeft() {
    released.countDown();
    workers.close().forEach(Thread::interrupt);
    var unused = threads.close();
    Threads.assertNoneAlive(PREFIX, Duration.ofSeconds(60));
  }

  @Test
  void replaceStuckWhenAllThreadsAreStuckThenOtherTasksRun() throws InterruptedException {
    block(COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", workers);
    now.addAndGet(STUCK.toNanos());

    workers.replaceStuck(STUCK);

    assertEquals("done", next.join());
  }

  @Test
  void replaceStuckWhenTheyGoOnThenThereAreAsManyAsBefore() throws InterruptedException {
    block(COUNT);
    now.addAndGet(STUCK.toNanos());
    workers.replaceStuck(STUCK);
    released.countDown();
    Await.until("they go on", () -> workers.working() == 0);

    workers.replaceStuck(STUCK);
    released = new CountDownLatch(1);
    block(COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", workers);

    assertEquals(COUNT, workers.working());
    assertFalse(next.isDone());
  }

  @Test
  void replaceStuckWhenTheyHaveJustBegunThenThereAreNoMore() throws InterruptedException {
    block(COUNT);
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", workers);
    now.addAndGet(STUCK.toNanos() - 1);

    workers.replaceStuck(STUCK);

    assertEquals(COUNT, workers.working());
    assertFalse(next.isDone());
  }

  @Test
  void replaceStuckWhenVeryManyAreStuckThenThereIsABound() throws InterruptedException {
    block(COUNT);
    for (int i = 0; i < WorkerThreads.MOST_REPLACED; i++) {
      now.addAndGet(STUCK.toNanos());
      workers.replaceStuck(STUCK);
      block(Math.min(COUNT, COUNT + WorkerThreads.MOST_REPLACED - workers.working()));
    }
    CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> "done", workers);
    now.addAndGet(STUCK.toNanos());

    workers.replaceStuck(STUCK);

    assertEquals(COUNT + WorkerThreads.MOST_REPLACED, workers.working());
    assertFalse(next.isDone());
  }

  private void block(int tasks) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      CountDownLatch until = released;
      workers.execute(
          () -> {
            begun.countDown();
            awaitQuietly(until);
          });
    }
    assertTrue(begun.await(60, TimeUnit.SECONDS));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
