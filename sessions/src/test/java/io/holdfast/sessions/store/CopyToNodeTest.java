package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.time.Instant;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class CopyToNodeTest {

  private static final String KEY = "a";
  private static final TimeToLive LIVES = new TimeToLive(60);

  private final RandomGenerator random = new Random(1);
  private final RecordCodec codec = new RecordCodec("jdk");
  private final FaultyStore node =
      new FaultyStore("n1", new TestClock(Instant.parse("2026-01-01T00:00:00Z")));

  @Test
  void performWhenTheNodeHoldsAnOlderRecordThenReplacesIt() {
    SessionSnapshot older = record(0);
    store(older);

    assertEquals(CopyResult.CURRENT, copy(newer(older)));
  }

  @Test
  void performWhenTheNodeHoldsAFormerSessionThatCountedFurtherThenReplacesIt() {
    store(newer(newer(record(0))));

    assertEquals(CopyResult.CURRENT, copy(createdAt(2, record(0))));
  }

  @Test
  void performWhenTheNodeHoldsALaterSessionThatHasNotCountedAsFarThenLeavesIt() {
    store(createdAt(2, record(0)));

    assertEquals(CopyResult.SUPERSEDED, copy(newer(newer(record(0)))));
  }

  /** Each request that has got the lease gives the record a new version on its node. */
  @Test
  void performWhenTheOlderRecordGetsNewVersionsAllTheTimeThenTheCopyDoesNotPassForDone() {
    SessionSnapshot older = record(0);
    store(older);
    node.onStore(() -> node.renewVersion(KEY).join());

    assertEquals(CopyResult.DIVERGED, copy(newer(older)));
  }

  private CopyResult copy(SessionSnapshot record) {
    VersionedValue value =
        new VersionedValue(RecordMark.of(record), codec.encodeInParts(record), LIVES);
    return new CopyToNode(KEY, value, node).perform(null).join().result();
  }

  private void store(SessionSnapshot record) {
    node.store(KEY, codec.encode(record), LIVES, WriteCondition.always()).join();
  }

  private static SessionSnapshot createdAt(long time, SessionSnapshot record) {
    return record.withTimes(new SessionTimes(time, time, time, 60));
  }

  private SessionSnapshot newer(SessionSnapshot older) {
    long version = RecordVersion.next(older.version(), random);
    return older.withLineage(older.lineage().next(version));
  }

  private SessionSnapshot record(long before) {
    return new SessionSnapshot(
        new SessionId("a"),
        RecordVersion.next(before, random),
        new SessionTimes(1, 1, 1, 60),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }
}
