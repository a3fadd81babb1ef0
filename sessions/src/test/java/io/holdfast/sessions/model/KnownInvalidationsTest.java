package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownInvalidationsTest {

  private final TestClock clock = new TestClock(Instant.ofEpochMilli(1_000));
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final KnownInvalidations ends = new KnownInvalidations(2, clock, metrics);

  @Test
  void ofWhenTheIdHasEndedThenWhateverItsRoute() {
    ends.add(end("a.t1", 7, 9_000));

    assertEquals(end("a.t1", 7, 9_000), ends.of(new SessionId("a.t2")));
  }

  @Test
  void ofWhenNoCopyIsLeftThenNull() {
    ends.add(end("a", 7, 9_000));

    clock.advance(Duration.ofSeconds(8));

    assertNull(ends.of(new SessionId("a")));
    assertEquals(List.of(), ends.all());
    assertEquals(0, metrics.get(Metric.ENDS_FORGOTTEN));
  }

  @Test
  void addWhenThereIsNoRoomThenTheOneThatIsOverFirstIsForgotten() {
    ends.add(end("a", 1, 9_000));
    ends.add(end("b", 1, 5_000));
    ends.add(end("c", 1, 7_000));

    assertEquals(
        List.of("a", "c"), ends.all().stream().map(end -> end.id().value()).sorted().toList());
    assertEquals(1, metrics.get(Metric.ENDS_FORGOTTEN));
  }

  /** The later tombstone ends the former session, too, as long as any copy of that may live. */
  @Test
  void addWhenTheIdEndsAgainThenThereIsOneEndForAsLongAsBoth() {
    ends.add(end("a", 1, 9_000));
    ends.add(end("a", 2, 5_000));

    assertEquals(List.of(end("a", 2, 9_000)), ends.all());
  }

  @Test
  void addWhenALaterSessionOfTheIdHasEndedThenThatEndStays() {
    ends.add(end("a", 2, 5_000));
    ends.add(end("a", 1, 9_000));

    assertEquals(List.of(end("a", 2, 9_000)), ends.all());
  }

  @Test
  void endingWhenAskedThenEndsItsSessionAndEarlierOnes() {
    ends.add(end("a", 7, 9_000));

    assertEquals(end("a", 7, 9_000), ends.ending(new SessionId("a.t1"), 6));
    assertEquals(end("a", 7, 9_000), ends.ending(new SessionId("a.t1"), 7));
    assertNull(ends.ending(new SessionId("a.t1"), 8));
    assertNull(ends.ending(new SessionId("b"), 7));
  }

  private static KnownInvalidation end(String id, long creationTime, long until) {
    return new KnownInvalidation(new Tombstone(new SessionId(id), 1, creationTime), until);
  }
}
