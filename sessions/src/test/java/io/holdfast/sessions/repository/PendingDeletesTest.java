package io.holdfast.sessions.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PendingDeletesTest {

  private final PendingDeletes pending = new PendingDeletes(3);

  @Test
  void dueWhenKeysWaitThenInTheOrderOfTheirArrival() {
    pending.add("n1", "b", 1);
    pending.add("n1", "a", 1);
    pending.add("n1", "b", 1);
    pending.add("n2", "c", 1);

    assertEquals(List.of("b", "a"), due("n1"));
    assertEquals(List.of("c"), due("n2"));
    assertEquals(List.of(), due("n3"));
  }

  @Test
  void dueWhenADeletionIsOnlyAnnouncedThenItIsNot() {
    pending.announce("n1", "a", 1);
    pending.announce("n1", "b", 1);
    pending.add("n1", "b", 1);
    pending.announce("n1", "b", 1);

    assertEquals(List.of("b"), due("n1"));
    assertTrue(pending.contains("n1", "a"));
  }

  @Test
  void dueWhenADeletionDoesNotFollowForTwoRoundsThenItIs() {
    pending.announce("n1", "a", 1);
    pending.announce("n1", "b", 1);
    pending.beginRound("n1");
    pending.announce("n1", "c", 1);
    pending.cancel("n1", "b", 1);
    List<String> before = due("n1");

    pending.beginRound("n1");

    assertEquals(List.of(), before);
    assertEquals(List.of("a"), due("n1"));
  }

  @Test
  void containsWhenTheKeyWaitsForThisNodeThenTrue() {
    pending.add("n1", "a", 1);

    assertTrue(pending.contains("n1", "a"));
    assertFalse(pending.contains("n1", "b"));
    assertFalse(pending.contains("n2", "a"));
  }

  @Test
  void addWhenTheBoundIsReachedThenTheOldestIsForgotten() {
    for (String key : List.of("a", "b", "c", "d")) {
      pending.add("n1", key, 1);
    }

    assertEquals(List.of("b", "c", "d"), due("n1"));
  }

  /** Its record is not that of the session whose deletion waits. */
  @Test
  void endedBeforeWhenTheKeyWaitsThenASessionThatWasCreatedLaterHasNotEnded() {
    pending.add("n1", "a", 7);

    assertEquals(8, pending.endedBefore("n1", "a"));
    assertEquals(Long.MIN_VALUE, pending.endedBefore("n2", "a"));
  }

  @Test
  void addWhenTwoSessionsOfAKeyHaveEndedThenTheLaterCounts() {
    pending.add("n1", "a", 7);
    pending.announce("n1", "a", 9);
    pending.add("n1", "a", 8);

    assertEquals(List.of(new PendingDeletes.Deletion("a", 9)), pending.due("n1"));
  }

  @Test
  void cancelWhenALaterSessionOfTheKeyHasEndedThenItsDeletionStays() {
    pending.add("n1", "a", 7);

    pending.cancel("n1", "a", 6);

    assertEquals(List.of("a"), due("n1"));
  }

  @Test
  void dueWhenTheKeyIsBeingWrittenThenNotUntilThatHasFailed() {
    pending.add("n1", "a", 7);

    assertTrue(pending.hold("n1", "a"));
    assertEquals(List.of(), due("n1"));
    assertTrue(pending.contains("n1", "a"));
    pending.release("n1", "a");

    assertEquals(List.of("a"), due("n1"));
    assertFalse(pending.hold("n1", "b"));
  }

  @Test
  void cancelWhenTheKeyWaitsThenOnlyThatOneIsOff() {
    pending.add("n1", "a", 1);
    pending.add("n1", "b", 1);

    pending.cancel("n1", "a", 1);
    pending.cancel("n2", "b", 1);

    assertEquals(List.of("b"), due("n1"));
  }

  private List<String> due(String node) {
    return pending.due(node).stream().map(PendingDeletes.Deletion::key).toList();
  }
}
