package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.TestClock;
import io.holdfast.testkit.memcached.EmbeddedMemcached;
import io.holdfast.testkit.memcached.MemcachedLimits;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

/** The kit over the embedded stand-in. */
final class MemcachedStoreEmbeddedTest extends NodeStoreKit {

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final EmbeddedMemcached node = EmbeddedMemcached.start(MemcachedLimits.DEFAULT, clock);
  private final StoreFixture fixture =
      new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT), clock);

  @AfterEach
  void close() {
    fixture.close();
    node.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }
}
