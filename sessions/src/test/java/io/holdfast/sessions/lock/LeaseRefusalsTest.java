package io.holdfast.sessions.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseRefusalsTest {

  private static final long MINUTE = 60_000;

  private long now = 1_700_000_000_000L;
  private final LeaseRefusals refusals =
      new LeaseRefusals("/shop", () -> Instant.ofEpochMilli(now));

  @Test
  void refusedWhenItIsTheFirstThenSaysSoAtOnceWithTheRemedy() {
    try (CapturedLog log = new CapturedLog(LeaseRefusals.class)) {
      refusals.refused(new LockOutcome.TimedOut());

      assertEquals(1, log.warnings().size());
      String warning = log.warnings().get(0);
      assertTrue(warning.startsWith("Requests of \"/shop\" answered with 503"), warning);
      assertTrue(warning.contains("lockingMode=\"uriPattern:…\""), warning);
      assertTrue(warning.contains("lockExpiration"), warning);
    }
  }

  @Test
  void refusedWhenThereAreManyThenSaysOnceAMinuteHowMany() {
    try (CapturedLog log = new CapturedLog(LeaseRefusals.class)) {
      refusals.refused(new LockOutcome.TimedOut());
      refusals.refused(new LockOutcome.TimedOut());
      now += MINUTE - 1;
      refusals.refused(new LockOutcome.QueueFull());
      List<String> inTheFirstMinute = log.warnings();
      now += 1;
      refusals.refused(new LockOutcome.QueueFull());

      assertEquals(1, inTheFirstMinute.size());
      assertEquals(2, log.warnings().size());
      String second = log.warnings().get(1);
      assertTrue(second.contains(": 3 (1 timed out waiting, 2 found maxLockWaiters"), second);
    }
  }
}
