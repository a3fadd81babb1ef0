package io.holdfast.core.storage.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class InMemoryStoreTest extends NodeStoreKit {

  private static final int MANY = 2_500;

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final HeldValues values = new HeldValues();
  private final InMemoryStore store = new InMemoryStore("memory", clock, values);

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  /** No request asks for an expired value again: a process that runs for weeks must not keep it. */
  @Test
  void storeWhenOthersHaveExpiredThenTheyAreDropped() {
    byte[] value = "x".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < MANY; i++) {
      var unused = store.store("k" + i, value, new TimeToLive(1), WriteCondition.always()).join();
      clock.advance(Duration.ofSeconds(1));
    }

    assertEquals(Set.of(), store.keys());
    assertEquals(true, values.size() < MANY / 2, values.size() + " values are held");
  }
}
