package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class WatchedStoreTest extends NodeStoreKit {

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final WatchedStore watched = new WatchedStore("n1", node, metrics, clock);

  @Override
  protected NodeStore store() {
    return watched;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  @Test
  void anyWhenRefusedThenEachIsCounted() {
    node.failWith(Reason.REFUSED);

    assertReason(Reason.REFUSED, watched.load("k"));
    assertReason(Reason.REFUSED, watched.store("k", bytes("v"), HOUR, WriteCondition.always()));
    assertReason(Reason.REFUSED, watched.renewVersion("k"));
    assertReason(Reason.REFUSED, watched.touch("k", HOUR));
    assertReason(Reason.REFUSED, watched.delete("k"));

    assertEquals(5, metrics.get(Metric.NODE_REFUSALS));
    assertEquals(5, metrics.summary(Timing.NODE_OPERATION).count());
    assertEquals(5, metrics.node("n1").refusals());
    assertEquals(5, metrics.nodeLatency("n1").count());
    assertEquals(0, metrics.node("n1").failures());
    assertEquals(0, metrics.node("n2").refusals());
  }

  @ParameterizedTest
  @CsvSource({"TIMEOUT, 1", "UNAVAILABLE, 0"})
  void anyWhenNotAnsweredThenTheNodeHasFailed(Reason reason, int timed) {
    node.failWith(reason);

    assertReason(reason, watched.load("k"));

    assertEquals(1, metrics.node("n1").failures());
    assertEquals(0, metrics.node("n1").refusals());
    assertEquals(timed, metrics.nodeLatency("n1").count());
  }

  @Test
  void anyWhenAnsweredThenItsTimeIsTaken() {
    watched.load("k").join();
    watched.loadPairIfChanged("k", "l", KnownValue.NONE).join();
    watched.loadPairIfChanged("k", "l", new KnownValue(1, 1, false)).join();
    watched.store("k", bytes("v"), HOUR, WriteCondition.always()).join();
    watched.renewVersion("k").join();
    watched.touch("k", HOUR).join();
    watched.delete("k").join();

    assertEquals(7, metrics.summary(Timing.NODE_OPERATION).count());
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"REFUSED", "TOO_LARGE"})
  void anyWhenRefusedAgainAndAgainThenToldOnceAMinute(Reason reason) {
    node.failWith(reason);
    try (CapturedLog log = new CapturedLog(WatchedStore.class)) {
      for (int second = 0; second < 61; second++) {
        assertReason(reason, watched.delete("k"));
        clock.advance(Duration.ofSeconds(1));
      }

      assertEquals(2, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(1).contains("59 more"), log.warnings()::toString);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE", "BUSY", "TOO_LARGE"})
  void anyWhenItFailsOtherwiseThenNotCounted(Reason reason) {
    node.failWith(reason);

    assertReason(reason, watched.load("k"));

    assertEquals(0, metrics.get(Metric.NODE_REFUSALS));
    boolean mayHaveBeenSent = reason == Reason.TIMEOUT;
    assertEquals(mayHaveBeenSent ? 1 : 0, metrics.summary(Timing.NODE_OPERATION).count());
  }
}
