package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a request changes behind its complete answer. */
final class LateChangesTest {

  private static long version(long counter, int writer) {
    return counter << 20 | writer;
  }

  /** Nothing gives way to a version that the record does not name. */
  @Test
  void givesWayWhenInDoubtAndTheRecordNamesNoVersionThenIsFalse() {
    SessionSnapshot record =
        new SessionSnapshot(
            new SessionId("s"),
            new VersionHistory(version(200, 2), List.of(version(100, 3))),
            new FieldVersions(0, 0, new TreeMap<>(Map.of("new", version(200, 2))), version(150, 0)),
            new SessionTimes(1, 1, 1, 1),
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Apart(Map.of()));
    ShownVersions shown =
        new ShownVersions(new VersionHistory(version(90, 1), List.of()), Map.of());
    LateChanges changes = new LateChanges(shown, Set.of("old", "new"), Set.of("old", "new"));

    assertTrue(shown.isStoredSince(record, "old"));
    assertFalse(changes.givesWay(record, "old"));
    assertTrue(changes.givesWay(record, "new"));
  }
}
