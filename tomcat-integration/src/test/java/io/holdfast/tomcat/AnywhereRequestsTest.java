package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.flow.SaveOutcome;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnywhereRequestsTest {

  /** A frozen Tomcat answered 200 when it thawed, and the change was in no record. */
  @Test
  void isLostWhenTheSaveIsPendingThenAsTheLeaseIs() {
    assertTrue(AnywhereRequests.isLost(null, true));
    assertTrue(AnywhereRequests.isLost(SaveOutcome.FAILED, true));
    assertTrue(!AnywhereRequests.isLost(null, false));
    assertTrue(!AnywhereRequests.isLost(SaveOutcome.FAILED, false));
  }

  @Test
  void isLostWhenTheSaveIsOverThenItDecides() {
    for (boolean isLeaseLost : new boolean[] {false, true}) {
      Set<SaveOutcome> lost = EnumSet.allOf(SaveOutcome.class);
      lost.removeIf(outcome -> !AnywhereRequests.isLost(outcome, isLeaseLost));
      lost.remove(SaveOutcome.FAILED);

      assertEquals(EnumSet.of(SaveOutcome.LEASE_LOST, SaveOutcome.RENAMED), lost);
    }
  }
}
