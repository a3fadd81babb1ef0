package io.holdfast.tomcat.nonsticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.nonsticky.SaveOutcome;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NonStickyRequestsTest {

  /**
   * A save that had to wait for long was refused when it had its turn, because the session had got
   * another id; its request had been answered 200.
   */
  @Test
  void isLostWhenTheSaveIsPendingThenItMayBe() {
    assertTrue(NonStickyRequests.isLost(null, true));
    assertTrue(NonStickyRequests.isLost(null, false));
  }

  /** A frozen Tomcat answered 200 when it thawed, and the change was in no record. */
  @Test
  void isLostWhenTheSaveHasFailedThenAsTheLeaseIs() {
    assertTrue(NonStickyRequests.isLost(SaveOutcome.FAILED, true));
    assertTrue(!NonStickyRequests.isLost(SaveOutcome.FAILED, false));
  }

  @Test
  void isLostWhenTheSaveIsOverThenItDecides() {
    for (boolean isLeaseLost : new boolean[] {false, true}) {
      Set<SaveOutcome> lost = EnumSet.allOf(SaveOutcome.class);
      lost.removeIf(outcome -> !NonStickyRequests.isLost(outcome, isLeaseLost));
      lost.remove(SaveOutcome.FAILED);

      assertEquals(
          EnumSet.of(
              SaveOutcome.LEASE_LOST,
              SaveOutcome.RENAMED,
              SaveOutcome.OVERTAKEN,
              SaveOutcome.DISPLACED),
          lost);
    }
  }
}
