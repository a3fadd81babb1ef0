package io.holdfast.examples.boot;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.List;

/** Two processes of the application that share a memcached. */
record TwoShops(MemcachedNode node, RunningShop first, RunningShop second)
    implements AutoCloseable {

  /**
   * Whether sessions are sticky, one after the other: each version of Spring Boot tries one of the
   * two, both with {@code -Dholdfast.lines=all}.
   */
  static List<Boolean> modes() {
    return "all".equals(System.getProperty("holdfast.lines"))
        ? List.of(true, false)
        : List.of(Boolean.valueOf(System.getProperty("holdfast.example.sticky", "true")));
  }

  static TwoShops start(boolean sticky, String... properties) {
    MemcachedNode node = MemcachedNodes.start();
    TwoShops shops =
        new TwoShops(
            node,
            RunningShop.launch("t1", node, sticky, properties),
            RunningShop.launch("t2", node, sticky, properties));
    try {
      shops.first.awaitStart();
      shops.second.awaitStart();
      return shops;
    } catch (RuntimeException | AssertionError e) {
      shops.close();
      throw e;
    }
  }

  @Override
  public void close() {
    first.close();
    second.close();
    node.close();
  }
}
