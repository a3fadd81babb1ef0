package io.holdfast.core.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackupThreadsTest {

  private static final String PREFIX = "holdfast-stuck-test";
  private static final int COUNT = 2;

  private final AtomicLong now = new AtomicLong();
  private final CountDownLatch released = new CountDownLatch(1);
  private final BackupThreads threads =
      new BackupThreads(COUNT, new DaemonThreads(PREFIX, new ClassLoader(null) {}), now::get);

  @AfterEach
  void nothingIsLeft() {
    released.countDown();
    threads.shutdownNow();
    Threads.assertNoneAlive(PREFIX, Duration.ofSeconds(60));
  }

  @Test
  void replaceStuckWhenAllThreadsAreStuckThenOtherTasksRun()
      throws ExecutionException, InterruptedException {
    block(COUNT);
    Future<String> next = threads.submit(() -> "done");
    now.addAndGet(BackupThreads.STUCK.toNanos());

    threads.replaceStuck(BackupThreads.STUCK);

    assertEquals("done", next.get());
  }

  @Test
  void replaceStuckWhenTheyGoOnThenThereAreAsManyAsBefore() throws InterruptedException {
    block(COUNT);
    now.addAndGet(BackupThreads.STUCK.toNanos());
    threads.replaceStuck(BackupThreads.STUCK);
    released.countDown();
    Await.until("they go on", () -> threads.getActiveCount() == 0);

    threads.replaceStuck(BackupThreads.STUCK);

    Await.until("the others are gone", () -> Threads.alive(PREFIX).size() == COUNT);
  }

  @Test
  void replaceStuckWhenTheyHaveJustBegunThenThereAreNoMore() throws InterruptedException {
    block(COUNT);
    now.addAndGet(BackupThreads.STUCK.toNanos() - 1);

    threads.replaceStuck(BackupThreads.STUCK);

    assertEquals(COUNT, threads.getCorePoolSize());
  }

  @Test
  void replaceStuckWhenVeryManyAreStuckThenThereIsABound() throws InterruptedException {
    block(COUNT);
    for (int i = 0; i < BackupThreads.MOST_REPLACED + 10; i++) {
      now.addAndGet(BackupThreads.STUCK.toNanos());
      threads.replaceStuck(BackupThreads.STUCK);
      int running = threads.getActiveCount();
      if (running < threads.getCorePoolSize()) {
        block(threads.getCorePoolSize() - running);
      }
    }

    assertEquals(COUNT + BackupThreads.MOST_REPLACED, threads.getCorePoolSize());
  }

  private void block(int tasks) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      var unused =
          threads.submit(
              () -> {
                begun.countDown();
                released.await();
                return null;
              });
    }
    assertTrue(begun.await(60, TimeUnit.SECONDS));
  }
}
