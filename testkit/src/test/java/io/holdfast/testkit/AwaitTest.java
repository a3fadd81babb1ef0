package io.holdfast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AwaitTest {

  @Test
  void valueWhenItBecomesAsWantedThenReturnsIt() {
    AtomicInteger counter = new AtomicInteger();

    int value = Await.value("three", Duration.ofSeconds(5), counter::incrementAndGet, n -> n == 3);

    assertEquals(3, value);
  }

  @Test
  void untilWhenConditionThrowsOnceThenTriesAgain() {
    AtomicInteger calls = new AtomicInteger();

    Await.until(
        "second call",
        () -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("not yet");
          }
          return true;
        });

    assertEquals(2, calls.get());
  }

  @Test
  void untilWhenConditionKeepsThrowingThenFailsWithItsException() {
    IllegalStateException reason = new IllegalStateException("never");

    AssertionError failure =
        assertThrows(
            AssertionError.class,
            () ->
                Await.until(
                    "the impossible",
                    Duration.ofMillis(30),
                    () -> {
                      throw reason;
                    }));

    assertSame(reason, failure.getCause());
    assertTrue(String.valueOf(failure.getMessage()).contains("the impossible"));
  }

  @Test
  void untilWhenInterruptedThenStopsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();

    assertThrows(IllegalStateException.class, () -> Await.until("x", () -> false));

    assertTrue(Thread.interrupted());
  }

  @Test
  void pauseWhenWaitedForLongThenIsLonger() {
    assertEquals(Duration.ofMillis(10), pauseAfter(Duration.ZERO));
    assertEquals(Duration.ofMillis(25), pauseAfter(Duration.ofMillis(500)));
    assertEquals(Duration.ofMillis(200), pauseAfter(Duration.ofMinutes(1)));
  }

  private static Duration pauseAfter(Duration waited) {
    return Duration.ofNanos(Await.pauseAfter(waited.toNanos()));
  }
}
