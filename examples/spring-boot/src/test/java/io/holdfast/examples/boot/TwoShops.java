package io.holdfast.examples.boot;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;

/** Two processes of the application that share a memcached. */
final class TwoShops implements AutoCloseable {

  private final MemcachedNode node = MemcachedNodes.start();
  private final RunningShop first;
  private final RunningShop second;

  private TwoShops(boolean sticky, String... properties) {
    this.first = RunningShop.launch("t1", node, sticky, properties);
    this.second = RunningShop.launch("t2", node, sticky, properties);
  }

  static TwoShops start(boolean sticky, String... properties) {
    TwoShops shops = new TwoShops(sticky, properties);
    try {
      shops.first.awaitStart();
      shops.second.awaitStart();
      return shops;
    } catch (RuntimeException | AssertionError e) {
      shops.close();
      throw e;
    }
  }

  RunningShop first() {
    return first;
  }

  RunningShop second() {
    return second;
  }

  @Override
  public void close() {
    first.close();
    second.close();
    node.close();
  }
}
