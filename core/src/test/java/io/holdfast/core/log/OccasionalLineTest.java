package io.holdfast.core.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.TestClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class OccasionalLineTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final OccasionalLine line = new OccasionalLine(MINUTE, clock);

  @Test
  void dueWhenTheTimeIsNotOverThenCountsForTheNextLine() {
    assertEquals(0, line.due());
    clock.advance(MINUTE.minusMillis(1));
    assertEquals(-1, line.due());
    clock.advance(Duration.ofMillis(1));

    assertEquals(1, line.due());
  }

  @Test
  void dueWhenTheClockWasSetBackThenNotSilentForHours() {
    clock.advance(Duration.ofHours(3));
    assertEquals(0, line.due());
    clock.advance(Duration.ofHours(-3));

    assertEquals(0, line.due());
    assertEquals(-1, line.due());
  }
}
