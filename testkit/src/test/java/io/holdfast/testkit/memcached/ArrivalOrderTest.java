package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArrivalOrderTest {

  private static final Duration LONG = Duration.ofNanos(100);

  private static final long START = 1_000;

  private final ArrivalOrder order = new ArrivalOrder(START);

  @Test
  void answerWhenNothingIsInFrontThenTakesItsDelay() {
    assertEquals(100, order.untilNext(START, LONG));
    assertEquals(100, order.untilNext(START + 10, LONG));
  }

  @Test
  void answerWhenTheDelayGetsShorterThenStaysBehindTheOneInFront() {
    order.untilNext(START, LONG);

    assertEquals(70, order.untilNext(START + 30, Duration.ZERO));
    assertEquals(0, order.untilNext(START + 100, Duration.ZERO));
    assertEquals(0, order.untilNext(START + 200, Duration.ZERO));
  }
}
