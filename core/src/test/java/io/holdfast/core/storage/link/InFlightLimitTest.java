package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class InFlightLimitTest {

  @Test
  void tryEnterWhenOperationsAreUsedUpThenFalseUntilOneLeaves() {
    InFlightLimit limit = new InFlightLimit(2, 100);
    assertTrue(limit.tryEnter(1));
    assertTrue(limit.tryEnter(1));
    assertFalse(limit.tryEnter(1));

    limit.leave(1);

    assertTrue(limit.tryEnter(1));
  }

  @Test
  void tryEnterWhenBytesAreUsedUpThenFalseAndTakesNoOperation() {
    InFlightLimit limit = new InFlightLimit(1_000, 1 << 20);
    for (int i = 0; i < 64; i++) {
      assertTrue(limit.tryEnter(1 << 20));
    }

    assertFalse(limit.tryEnter(1));

    int free = 0;
    while (limit.tryEnter(0)) {
      free++;
    }
    assertEquals(1_000 - 64, free);
  }

  @Test
  void tryEnterWhenItemIsLargerThanTheBudgetThenOneEnters() {
    InFlightLimit limit = new InFlightLimit(2, Integer.MAX_VALUE);

    assertTrue(limit.tryEnter(Integer.MAX_VALUE));
    assertFalse(limit.tryEnter(1));
  }
}
