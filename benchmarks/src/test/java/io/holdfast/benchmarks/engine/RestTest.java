package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class RestTest {

  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private long now;

  @Test
  void awaitWhenNothingGrowsThenItIsTheTimeOfTheCall() {
    now = 5 * MILLI;
    Rest rest = rest(millis -> 7);

    long moved = rest.await();

    assertEquals(5 * MILLI, moved);
  }

  @Test
  void awaitWhenTheCounterGrowsThenItIsTheTimeOfItsLastGrowth() {
    Rest rest = rest(millis -> Math.min(millis, 20));

    long moved = rest.await();

    assertEquals(20 * MILLI, moved);
  }

  @Test
  void awaitWhenTheCounterPausesShortlyThenItWaitsOn() {
    Rest rest = rest(millis -> millis < 40 ? 0 : 1);

    long moved = rest.await();

    assertEquals(40 * MILLI, moved);
  }

  @Test
  void awaitWhenTheCounterNeverStandsStillThenItGivesUp() {
    Rest rest = rest(LongUnaryOperator.identity());

    assertThrows(IllegalStateException.class, rest::await);
  }

  /** Looks once a millisecond at a counter that depends on the milliseconds gone. */
  private Rest rest(LongUnaryOperator counter) {
    return new Rest(() -> counter.applyAsLong(now / MILLI), () -> now, () -> now += MILLI);
  }
}
