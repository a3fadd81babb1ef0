package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.TestClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UnreadableRecordsTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final UnreadableRecords unreadable = new UnreadableRecords(metrics, clock);
  private final CapturedLog log = new CapturedLog(UnreadableRecords.class);

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void foundWhenAClientPollsWithAnOldCookieThenOneWarningAMinuteSaysHowOften() {
    for (int i = 0; i < 1_000; i++) {
      unreadable.found(ID, "n1", notARecord());
    }

    assertEquals(1, log.warnings().size());
    assertEquals(1_000, metrics.get(Metric.LOADS_UNREADABLE));
    clock.advance(Duration.ofMinutes(1));
    unreadable.found(ID, "n1", notARecord());
    assertEquals(2, log.warnings().size());
    assertTrue(log.warnings().get(1).contains("999 more"), log.warnings().get(1));
  }

  @Test
  void foundWhenSomethingElseIsWrongThenThatIsToldToo() {
    unreadable.found(ID, "n1", notARecord());
    unreadable.foundOfAnother(ID, "n1");

    assertEquals(2, log.warnings().size());
    assertTrue(log.warnings().get(0).contains("on node n1"), log.warnings().get(0));
  }

  @Test
  void foundThenTheLogHasNotTheWholeId() {
    unreadable.found(ID, "n1", notARecord());

    assertTrue(!log.warnings().get(0).contains(ID.base()), log.warnings().get(0));
  }

  private static RecordException notARecord() {
    byte[] ofAnother = "what memcached-session-manager wrote".getBytes(StandardCharsets.UTF_8);
    return assertThrows(RecordException.class, () -> new RecordCodec("jdk").decode(ofAnother));
  }
}
