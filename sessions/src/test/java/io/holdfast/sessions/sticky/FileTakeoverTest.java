package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TestClock;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.SnapshotCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who has the newest state of a sticky session: the store, a file, or the copy that is here. */
final class FileTakeoverTest {

  private static final int INTERVAL = 1_800;
  private static final long NOW = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final long KEPT_USE = NOW - 60_000;

  private final TestClock clock = new TestClock(Instant.ofEpochMilli(NOW));
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final KeptInMemory files = new KeptInMemory();
  private final SnapshotCodec codec =
      new SnapshotCodec(
          new JdkTranscoder(), new ContextLoader(getClass().getClassLoader()), metrics);
  private final FileTakeover takeover =
      new FileTakeover(files, codec, new SessionAge(clock), metrics);

  @Test
  void orBetterWhenNothingWasKeptThenTheStoresAnswer() {
    FailoverResult answer = new FailoverResult.Over();

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
  }

  @Test
  void orBetterWhenTheStoreIsAwayThenGoesOnFromTheFile() {
    keep("a.t1", 7, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(new SessionId("a.t1"), null, new FailoverResult.NothingBetter());

    RestoredSession session = assertInstanceOf(FailoverResult.Newer.class, result).session();
    assertEquals(Map.of("value", "kept"), session.attributes());
    assertEquals(List.of(), session.backupState().nodeIds());
    assertEquals(1, metrics.get(Metric.FILES_TAKEN_BACK));
  }

  @Test
  void orBetterWhenTheStoreLostTheSessionThenGoesOnFromTheFile() {
    keep("a.t1", 7, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(new SessionId("a.t1"), null, new FailoverResult.Over());

    assertInstanceOf(FailoverResult.Newer.class, result);
  }

  @Test
  void orBetterWhenTheStoreHasAnEarlierUseThenTheFileWinsInAVersionAboveBoth() {
    keep("a.t1", 7, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(new SessionId("a.t1"), null, newer("a.t1", 9, KEPT_USE - 1));

    RestoredSession session = assertInstanceOf(FailoverResult.Newer.class, result).session();
    assertEquals(Map.of("value", "kept"), session.attributes());
    assertEquals(10, session.backupState().nextVersion());
  }

  @Test
  void orBetterWhenTheStoreHasALaterUseThenTheStoreWinsAndTheFileGoes() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = newer("a.t1", 6, KEPT_USE + 1);

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
    assertEquals(List.of("a"), files.ended);
    assertEquals(1, metrics.get(Metric.FILES_OUTDATED));
  }

  @Test
  void orBetterWhenTheStoreHasTheSameUseInALaterVersionThenTheStoreWins() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = newer("a.t1", 8, KEPT_USE);

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
  }

  @Test
  void orBetterWhenAnotherTomcatHasServedTheSessionSinceThenTheFileGoes() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = new FailoverResult.NothingBetter();

    assertSame(answer, takeover.orBetter(new SessionId("a.t2"), null, answer));
    assertEquals(List.of("a"), files.ended);
  }

  @Test
  void orBetterWhenTheSessionHasExpiredThenTheFileGoes() {
    keep("a.t1", 7, NOW - 2 * INTERVAL * 1_000L);
    FailoverResult answer = new FailoverResult.Over();

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
    assertEquals(List.of("a"), files.ended);
  }

  @Test
  void orBetterWhenTheCopyThatIsHereWasUsedLaterThenItStays() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = new FailoverResult.NothingBetter();

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), used(KEPT_USE + 1), answer));
    assertEquals(List.of(), files.ended);
  }

  @Test
  void orBetterWhenTheCopyThatIsHereIsOlderThenGoesOnFromTheFile() {
    keep("a.t1", 7, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(
            new SessionId("a.t1"), used(KEPT_USE - 1), new FailoverResult.NothingBetter());

    assertInstanceOf(FailoverResult.Newer.class, result);
  }

  @Test
  void orBetterWhenTheStoreHasALaterSessionWithTheIdThenTheFileGoes() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = newer("a.t1", 1, KEPT_USE - 1, 2);

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
    assertEquals(List.of("a"), files.ended);
  }

  @Test
  void orBetterWhenTheStoreHasAnEarlierSessionWithTheIdThenGoesOnFromTheFileInItsOwnVersion() {
    keep("a.t1", 1, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(new SessionId("a.t1"), null, newer("a.t1", 9, KEPT_USE + 1, 0));

    RestoredSession session = assertInstanceOf(FailoverResult.Newer.class, result).session();
    assertEquals(Map.of("value", "kept"), session.attributes());
    assertEquals(1, session.version());
  }

  @Test
  void orBetterWhenALaterSessionWithTheIdIsHereThenItStaysAndTheFileGoes() {
    keep("a.t1", 7, KEPT_USE);
    FailoverResult answer = new FailoverResult.NothingBetter();

    assertSame(answer, takeover.orBetter(new SessionId("a.t1"), used(KEPT_USE - 1, 2), answer));
    assertEquals(List.of("a"), files.ended);
  }

  @Test
  void orBetterWhenAnEarlierSessionWithTheIdIsHereThenGoesOnFromTheFile() {
    keep("a.t1", 7, KEPT_USE);

    FailoverResult result =
        takeover.orBetter(
            new SessionId("a.t1"), used(KEPT_USE + 1, 0), new FailoverResult.NothingBetter());

    assertInstanceOf(FailoverResult.Newer.class, result);
  }

  @Test
  void orBetterWhenTheFileCannotBeDecodedThenTheStoresAnswer() {
    files.put(
        snapshot(
            "a.t1", 7, KEPT_USE, new EncodedAttributes.Together(Bytes.wrap(new byte[] {1, 2}))));
    FailoverResult answer = new FailoverResult.Over();

    try (CapturedLog log = new CapturedLog(FileTakeover.class)) {
      assertSame(answer, takeover.orBetter(new SessionId("a.t1"), null, answer));
      assertEquals(1, log.warnings().size());
    }
    assertEquals(List.of("a"), files.unreadable);
  }

  private void keep(String id, long version, long lastUse) {
    files.put(
        snapshot(id, version, lastUse, codec.encode(new SessionId(id), Map.of("value", "kept"))));
  }

  private static SessionSnapshot snapshot(
      String id, long version, long lastUse, EncodedAttributes attributes) {
    return new SessionSnapshot(
        new SessionId(id),
        version,
        new SessionTimes(1, lastUse, lastUse, INTERVAL),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        attributes);
  }

  private static FailoverResult newer(String id, long version, long lastUse) {
    return newer(id, version, lastUse, 1);
  }

  private static FailoverResult newer(String id, long version, long lastUse, long created) {
    return new FailoverResult.Newer(
        new RestoredSession(
            new SessionId(id),
            version,
            new SessionTimes(created, lastUse, lastUse, INTERVAL),
            null,
            null,
            null,
            Map.of("value", "stored"),
            new StickyState()));
  }

  private static FakeSession used(long at) {
    return used(at, 1);
  }

  private static FakeSession used(long at, long created) {
    return new FakeSession(new SessionId("a.t1"), new SessionTimes(created, at, at, INTERVAL));
  }
}
