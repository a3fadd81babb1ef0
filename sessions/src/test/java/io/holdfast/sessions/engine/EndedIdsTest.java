package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import org.junit.jupiter.api.Test;

final class EndedIdsTest {

  private final EndedIds ids = new EndedIds();

  @Test
  void earliestCreationWhenNoFormerSessionIsKnownThenAnyTime() {
    ids.ended(new SessionId("b"), 7);

    assertEquals(Long.MIN_VALUE, ids.earliestCreation(new SessionId("a")));
    assertFalse(ids.knows(new SessionId("a"), 7));
  }

  @Test
  void earliestCreationWhenSessionsHaveEndedThenBehindTheLastOneWhateverItsRoute() {
    ids.ended(new SessionId("a.t1"), 7);
    ids.ended(new SessionId("a.t2"), 5); // learned late

    assertEquals(8, ids.earliestCreation(new SessionId("a")));
    assertTrue(ids.knows(new SessionId("a"), 7));
    assertFalse(ids.knows(new SessionId("a"), 8));
  }

  @Test
  void endedWhenThereAreManyThenTheOneNotedFirstIsForgotten() {
    for (int i = 0; i <= 1_000; i++) {
      ids.ended(new SessionId("a" + i), 7);
    }

    assertFalse(ids.knows(new SessionId("a0"), 7));
    assertTrue(ids.knows(new SessionId("a1"), 7));
    assertTrue(ids.knows(new SessionId("a1000"), 7));
  }
}
