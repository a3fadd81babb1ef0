package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionTimes;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionAgeTest {

  private static final long NOW = 10_000_000;

  private final SessionAge age = new SessionAge(() -> Instant.ofEpochMilli(NOW));

  private static SessionTimes idleFor(long seconds, int interval) {
    long accessed = NOW - seconds * 1000;
    return new SessionTimes(1, accessed - 5_000, accessed, interval);
  }

  @Test
  void inUseWhenARequestAsksThenTheLatestInTheRecordIsTheOneBeforeIt() {
    SessionTimes times = age.inUse(idleFor(7, 60));

    assertEquals(new SessionTimes(1, NOW - 7_000, NOW - 7_000, 60), times);
  }

  @Test
  void inUseWhenTheRecordMayBeBehindThenTheSessionIsNotOverYet() {
    SessionTimes times = age.inUse(idleFor(61, 60));

    assertEquals(new SessionTimes(1, NOW - 61_000, NOW, 60), times);
  }

  @Test
  void isOverWhenIdleForTheIntervalThenHasTheBenefitOfTheDoubt() {
    assertFalse(age.isOver(idleFor(74, 60)));
    assertTrue(age.isOver(idleFor(75, 60)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void isOverWhenThereIsNoIntervalThenNever(int interval) {
    assertFalse(age.isOver(idleFor(1_000, interval)));
  }
}
