package io.holdfast.dist;

import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import org.jspecify.annotations.Nullable;

/**
 * A node that a soak breaks, and the line to it.
 *
 * @param proxy what the Tomcats take for the node
 */
record SoakNode(String name, MemcachedNode node, FaultProxy proxy) implements AutoCloseable {

  static SoakNode start(String name, long seed) {
    MemcachedNode node = MemcachedNodes.start();
    return new SoakNode(name, node, FaultProxy.before(node, seed));
  }

  /** As {@code memcachedNodes} names it. */
  String configuration() {
    return name + ":" + proxy.address();
  }

  /** What the node itself holds of a session; null if it holds nothing. */
  @Nullable StoredSession stored(String sessionId) {
    return StoredSession.of(node.probe().stored(Cluster.key(sessionId)));
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public void close() {
    proxy.close();
    node.close();
  }
}
