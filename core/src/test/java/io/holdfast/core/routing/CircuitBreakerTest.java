package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.routing.CircuitBreaker.State;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class CircuitBreakerTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = NOW;
  private final CircuitBreaker breaker = new CircuitBreaker(3, () -> now);

  @Test
  void failedWhenFewerThanLimitThenClosed() {
    assertFalse(breaker.failed());
    assertFalse(breaker.failed());

    assertEquals(State.CLOSED, breaker.state());
  }

  @Test
  void sinceWhenNothingChangedThenTheTimeOfTheLastChange() {
    now = NOW.plusSeconds(1);
    breaker.succeeded();
    assertEquals(NOW, breaker.since());

    breaker.trip();
    now = NOW.plusSeconds(2);
    breaker.trip();
    assertEquals(NOW.plusSeconds(1), breaker.since());

    breaker.succeeded();
    assertEquals(NOW.plusSeconds(2), breaker.since());
  }

  @Test
  void failedWhenLimitIsReachedThenOpensOnce() {
    breaker.failed();
    breaker.failed();

    assertTrue(breaker.failed());
    assertFalse(breaker.failed());

    assertEquals(State.OPEN, breaker.state());
  }

  @Test
  void succeededWhenBetweenFailuresThenCountStartsAgain() {
    breaker.failed();
    breaker.failed();
    assertFalse(breaker.succeeded());
    breaker.failed();
    breaker.failed();

    assertEquals(State.CLOSED, breaker.state());
  }

  @Test
  void succeededWhenOpenThenClosesOnceAndCountsFromZero() {
    breaker.trip();

    assertTrue(breaker.succeeded());
    assertFalse(breaker.succeeded());

    assertEquals(State.CLOSED, breaker.state());
    assertFalse(breaker.failed());
  }

  @Test
  void tripWhenClosedThenOpensAtOnce() {
    assertTrue(breaker.trip());
    assertFalse(breaker.trip());

    assertEquals(State.OPEN, breaker.state());
  }

  @Test
  void createWhenLimitIsBelowOneThenRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new CircuitBreaker(0, InstantSource.fixed(NOW)));
  }
}
