package io.holdfast.core.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PendingDeletesTest {

  private final PendingDeletes pending = new PendingDeletes(3);

  @Test
  void drainWhenKeysWaitThenHandedOutOnceInOrder() {
    pending.add("n1", "b");
    pending.add("n1", "a");
    pending.add("n1", "b");
    pending.add("n2", "c");

    assertEquals(List.of("b", "a"), pending.drain("n1"));
    assertEquals(List.of(), pending.drain("n1"));
    assertEquals(List.of("c"), pending.drain("n2"));
  }

  @Test
  void addWhenTheBoundIsReachedThenTheOldestIsForgotten() {
    for (String key : List.of("a", "b", "c", "d")) {
      pending.add("n1", key);
    }

    assertEquals(List.of("b", "c", "d"), pending.drain("n1"));
  }

  @Test
  void cancelWhenTheKeyWaitsThenOnlyThatOneIsOff() {
    pending.add("n1", "a");
    pending.add("n1", "b");

    pending.cancel("n1", "a");
    pending.cancel("n2", "b");

    assertEquals(List.of("b"), pending.drain("n1"));
  }
}
