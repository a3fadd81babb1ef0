package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultyStoreTest extends NodeStoreKit {

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final FaultyStore store = new FaultyStore("n1", clock);

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  @Test
  void anyWhenToldToFailThenFailsUntilHealed() {
    store.failWith(Reason.TIMEOUT);
    assertReason(Reason.TIMEOUT, store.load("k"));

    store.heal();

    assertEquals(null, await(store.load("k")));
  }

  @Test
  void anyWhenFrozenThenCarriedOutAtThaw() {
    store.freeze();
    var early = store.store("a", bytes("1"), HOUR, WriteCondition.always());
    var late = store.store("b", bytes("2"), HOUR, WriteCondition.always());
    assertFalse(early.isDone());

    store.timeOut();
    assertReason(Reason.TIMEOUT, early);
    store.thaw();

    assertReason(Reason.TIMEOUT, late);
    assertEquals(Set.of("a", "b"), store.keys());
    assertEquals(List.of("store a", "store b"), store.operations());
  }
}
