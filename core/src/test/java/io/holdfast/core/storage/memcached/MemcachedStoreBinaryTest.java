package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.link.MemcachedProtocol;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** The kit over a real memcached, binary protocol. */
@RequiresRealMemcached
final class MemcachedStoreBinaryTest extends NodeStoreKit {

  private final MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
  private final StoreFixture fixture =
      new StoreFixture(node.host(), node.port(), StoreFixture.settings(MemcachedProtocol.BINARY));

  @AfterEach
  void close() {
    fixture.close();
    node.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  /** The process has its own clock, so this waits. */
  @Override
  protected void elapse(Duration time) {
    long start = System.nanoTime();
    Await.until("time passes", () -> System.nanoTime() - start >= time.toNanos());
  }
}
