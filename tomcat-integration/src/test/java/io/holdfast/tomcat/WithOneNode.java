package io.holdfast.tomcat;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Tests with Tomcats and a node, which is new for each test. */
abstract class WithOneNode extends WithTomcats {

  MemcachedNode node;

  @BeforeEach
  final void startNode() {
    node = closing(MemcachedNodes.start());
  }

  /** Settings for sessions that are sticky, or not, and then not locked. */
  final ManagerBuilder settings(boolean isSticky) {
    return settings(isSticky ? "sticky" : "none");
  }

  /** See {@link WithTomcats#settings(String, String...)}. */
  final ManagerBuilder settings(String mode) {
    return settings(mode, node.address());
  }

  /** Settings of a single sign-on on a node, or on what leads to it. */
  static MemcachedSingleSignOn signOn(String address) {
    MemcachedSingleSignOn valve = new MemcachedSingleSignOn();
    valve.setProperty("memcachedNodes", address);
    valve.setProperty("operationTimeout", "10000");
    return valve;
  }

  final void awaitNoLease() {
    Await.value(
        "leases that are left",
        () -> node.probe().keys().stream().filter(key -> key.endsWith(":l")).toList(),
        List::isEmpty);
  }

  /** What the node has of a browser's session; null if nothing. */
  final byte @Nullable [] record(Browser browser) {
    return node.probe().get(key(browser));
  }
}
