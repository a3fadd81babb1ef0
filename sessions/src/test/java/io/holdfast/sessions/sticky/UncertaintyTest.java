package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.StoredState;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UncertaintyTest {

  private static final Fingerprint OLD = new Fingerprint(1, 1);
  private static final Fingerprint NEW = new Fingerprint(2, 2);

  @Test
  void withWhenChangesWereMergedIntoTheRecordThenTheyStillCountAsLocal() {
    Uncertainty before = of(Map.of("kept", OLD, "changed", OLD, "removed", OLD));
    LocalChanges own =
        new LocalChanges(
            Map.of("changed", "x", "added", "x"), Set.of("removed"), false, false, false);
    Uncertainty now = of(Map.of("kept", OLD, "changed", NEW, "added", NEW));

    assertEquals(Map.of("kept", OLD, "removed", OLD), now.with(own, before).attributes());
  }

  @Test
  void outdatedByWhenSeveralWereFoundThenTheLowestOutdates() {
    Uncertainty outdated =
        of(Map.of()).outdatedBy(new RecordRank(0, 2, 0)).outdatedBy(new RecordRank(0, 3, 0));

    assertTrue(outdated.outdates(new RecordRank(0, 2, 0)));
    assertTrue(outdated.outdates(new RecordRank(0, 2, 5)));
    assertFalse(outdated.outdates(new RecordRank(0, 1, 9)));
  }

  private static Uncertainty of(Map<String, Fingerprint> attributes) {
    StoredState.Identity nothing = new StoredState.Identity(null);
    StoredState.Header header =
        new StoredState.Header(new SessionId("a.jvm1"), 60, null, nothing, nothing);
    return new Uncertainty(1, Set.of("n1"), header, attributes, null);
  }
}
