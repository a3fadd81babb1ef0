package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit over a real memcached, by each protocol. */
@RequiresRealMemcached
@ParameterizedClass
@EnumSource
final class MemcachedStoreProtocolsTest extends NodeStoreKit {

  private final MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
  private final StoreFixture fixture;

  MemcachedStoreProtocolsTest(Protocol protocol) {
    fixture = new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol));
  }

  @AfterEach
  void close() {
    fixture.close();
    node.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }
}
