package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class WatchedOperationsTest {

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final NodeHealthBoard board =
      new NodeHealthBoard(List.of("n1"), 3, clock, new NodeStateListener() {});
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final WatchedOperations operations = new WatchedOperations("n1", board, metrics, clock);

  @Test
  void endedWhenDoneThenItsTimeIsTaken() {
    operations.ended("k", System.nanoTime(), null);

    assertEquals(1, metrics.summary(Timing.NODE_OPERATION).count());
    assertEquals(1, metrics.nodeLatency("n1").count());
    assertEquals(0, metrics.node("n1").failures() + metrics.node("n1").refusals());
  }

  @ParameterizedTest
  @CsvSource({
    "TIMEOUT, 1, 1, 0, false",
    "UNAVAILABLE, 0, 1, 0, false",
    "REFUSED, 1, 0, 1, true",
    "BUSY, 0, 0, 0, true",
    "DROPPED, 0, 0, 0, true",
    "TOO_LARGE, 0, 0, 0, true"
  })
  void endedWhenNotDoneThenCountedByItsReason(
      Reason reason, int timed, int failed, int refused, boolean staysAvailable) {
    for (int i = 0; i < 3; i++) {
      fail(reason);
    }

    assertEquals(3 * timed, metrics.summary(Timing.NODE_OPERATION).count());
    assertEquals(3 * timed, metrics.nodeLatency("n1").count());
    assertEquals(3 * failed, metrics.node("n1").failures());
    assertEquals(3 * refused, metrics.node("n1").refusals());
    assertEquals(3 * refused, metrics.get(Metric.NODE_REFUSALS));
    assertEquals(0, metrics.node("n2").refusals());
    assertEquals(staysAvailable, board.isAvailable("n1"));
  }

  @Test
  void endedWhenItWasARehearsalThenNothingCounts() {
    String key = StorageKeys.parse("", "localhost", "", null).rehearsalKey();
    for (int i = 0; i < 3; i++) {
      fail(Reason.TIMEOUT, key);
    }

    assertTrue(board.isAvailable("n1"));
    assertEquals(0, metrics.node("n1").failures());
    assertEquals(0, metrics.nodeLatency("n1").count());
  }

  @Test
  void endedWhenTheChunksOfOneValueAreNotAnsweredThenItCountsAsOneFailure() {
    for (int part = 0; part < 5; part++) {
      fail(Reason.TIMEOUT, StorageKeys.partKeyOf("k", 1, part));
    }
    fail(Reason.TIMEOUT, "k");
    assertTrue(board.isAvailable("n1"));

    fail(Reason.TIMEOUT, StorageKeys.partKeyOf("k", 2, 0));
    assertFalse(board.isAvailable("n1"));
    assertEquals(7, metrics.node("n1").failures());
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"REFUSED", "TOO_LARGE"})
  void endedWhenRefusedAgainAndAgainThenToldOnceAMinute(Reason reason) {
    try (CapturedLog log = new CapturedLog(WatchedOperations.class)) {
      for (int second = 0; second < 61; second++) {
        fail(reason);
        clock.advance(Duration.ofSeconds(1));
      }

      assertEquals(2, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(1).contains("59 more"), log.warnings()::toString);
    }
  }

  private void fail(Reason reason) {
    fail(reason, "k");
  }

  private void fail(Reason reason, String key) {
    operations.ended(key, System.nanoTime(), new StoreException(reason, "n1", "by the test", null));
  }
}
