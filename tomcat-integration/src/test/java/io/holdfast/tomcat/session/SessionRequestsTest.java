package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.engine.SaveOutcome;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionRequestsTest {

  /**
   * A save that had to wait for long was refused when it had its turn, because the session had got
   * another id; its request had been answered 200.
   */
  @Test
  void isLostWhenTheSaveIsPendingThenItMayBe() {
    assertTrue(SessionRequests.isLost(null, true));
    assertTrue(SessionRequests.isLost(null, false));
  }

  /** A frozen Tomcat answered 200 when it thawed, and the change was in no record. */
  @Test
  void isLostWhenTheSaveHasFailedThenAsTheLeaseIs() {
    assertTrue(SessionRequests.isLost(SaveOutcome.FAILED, true));
    assertTrue(!SessionRequests.isLost(SaveOutcome.FAILED, false));
  }

  @Test
  void isLostWhenTheSaveIsOverThenItDecides() {
    for (boolean isLeaseLost : new boolean[] {false, true}) {
      Set<SaveOutcome> lost = EnumSet.allOf(SaveOutcome.class);
      lost.removeIf(outcome -> !SessionRequests.isLost(outcome, isLeaseLost));
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
