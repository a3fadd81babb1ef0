package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.session.SessionTimes;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockCheckTest {

  private static final long NOW = 1_700_000_000_000L;
  private static final long HOUR = 3_600_000;

  private long now = NOW;
  private final SessionAge age = new SessionAge(() -> Instant.ofEpochMilli(now));

  @Test
  void inUseWhenTheRecordIsFarAheadThenWarnsOnceAnHour() {
    try (CapturedLog log = new CapturedLog(SessionAge.class)) {
      var unused = age.inUse(usedAt(NOW + 300_000));
      unused = age.inUse(usedAt(NOW + 301_000));
      List<String> first = log.warnings();
      now += HOUR;
      unused = age.inUse(usedAt(now + 300_000));

      assertEquals(1, first.size());
      assertTrue(first.get(0).contains("300 seconds in the future"), first.get(0));
      assertEquals(2, log.warnings().size());
    }
  }

  @Test
  void inUseWhenTheClockIsSetBackThenWarnsAgain() {
    try (CapturedLog log = new CapturedLog(SessionAge.class)) {
      var unused = age.inUse(usedAt(NOW + 300_000));
      now -= 5 * HOUR;
      unused = age.inUse(usedAt(NOW + 300_000));

      assertEquals(2, log.warnings().size());
    }
  }

  @Test
  void inUseWhenTheRecordIsBarelyAheadThenSaysNothing() {
    try (CapturedLog log = new CapturedLog(SessionAge.class)) {
      var unused = age.inUse(usedAt(NOW + 10_000));

      assertEquals(List.of(), log.warnings());
    }
  }

  private static SessionTimes usedAt(long millis) {
    return new SessionTimes(1, millis, millis, 1_800);
  }
}
