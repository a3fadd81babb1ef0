package io.holdfast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class ThreadsTest {

  private static final String PREFIX = "holdfast-threads-test-";

  @Test
  void assertNoneAliveWhenThreadRunsThenNamesIt() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = new Thread(() -> awaitQuietly(end), PREFIX + "1");
    thread.start();

    AssertionError failure =
        assertThrows(
            AssertionError.class, () -> Threads.assertNoneAlive(PREFIX, Duration.ofMillis(1)));

    assertTrue(String.valueOf(failure.getMessage()).contains(PREFIX + "1"), failure::getMessage);
    assertEquals(List.of(thread), Threads.alive(PREFIX));
    end.countDown();
    thread.join();
    Threads.assertNoneAlive(PREFIX, Duration.ofSeconds(30));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
