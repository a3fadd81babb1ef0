package io.holdfast.core.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PendingDeletesTest {

  private final PendingDeletes pending = new PendingDeletes(3);

  @Test
  void dueWhenKeysWaitThenInTheOrderOfTheirArrival() {
    pending.add("n1", "b");
    pending.add("n1", "a");
    pending.add("n1", "b");
    pending.add("n2", "c");

    assertEquals(List.of("b", "a"), pending.due("n1"));
    assertEquals(List.of("c"), pending.due("n2"));
    assertEquals(List.of(), pending.due("n3"));
  }

  @Test
  void dueWhenADeletionIsOnlyAnnouncedThenItIsNot() {
    pending.announce("n1", "a");
    pending.announce("n1", "b");
    pending.add("n1", "b");
    pending.announce("n1", "b");

    assertEquals(List.of("b"), pending.due("n1"));
    assertTrue(pending.contains("n1", "a"));
  }

  @Test
  void dueWhenADeletionDoesNotFollowForTwoRoundsThenItIs() {
    pending.announce("n1", "a");
    pending.announce("n1", "b");
    pending.beginRound("n1");
    pending.announce("n1", "c");
    pending.cancel("n1", "b");
    List<String> before = pending.due("n1");

    pending.beginRound("n1");

    assertEquals(List.of(), before);
    assertEquals(List.of("a"), pending.due("n1"));
  }

  @Test
  void containsWhenTheKeyWaitsForThisNodeThenTrue() {
    pending.add("n1", "a");

    assertTrue(pending.contains("n1", "a"));
    assertFalse(pending.contains("n1", "b"));
    assertFalse(pending.contains("n2", "a"));
  }

  @Test
  void addWhenTheBoundIsReachedThenTheOldestIsForgotten() {
    for (String key : List.of("a", "b", "c", "d")) {
      pending.add("n1", key);
    }

    assertEquals(List.of("b", "c", "d"), pending.due("n1"));
  }

  @Test
  void cancelWhenTheKeyWaitsThenOnlyThatOneIsOff() {
    pending.add("n1", "a");
    pending.add("n1", "b");

    pending.cancel("n1", "a");
    pending.cancel("n2", "b");

    assertEquals(List.of("b"), pending.due("n1"));
  }
}
