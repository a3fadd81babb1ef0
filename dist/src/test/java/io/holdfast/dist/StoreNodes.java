package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.valkey.ValkeyNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of tests that ask nothing of memcached that Valkey and Redis lack. With {@code
 * -Dholdfast.it.engine=redis} they are servers of that kind, whichever is installed.
 */
final class StoreNodes {

  private static final boolean ARE_VALKEY =
      "redis".equals(System.getProperty("holdfast.it.engine"));

  private StoreNodes() {}

  /** Returns whether they are servers of Valkey or Redis. */
  static boolean areValkey() {
    return ARE_VALKEY;
  }

  /** Starts a node with memcached's own limits. */
  static MemcachedNode start() {
    return start(MemcachedLimits.DEFAULT);
  }

  /** Starts a node with these limits, as far as it knows them. */
  static MemcachedNode start(MemcachedLimits limits) {
    return ARE_VALKEY ? ValkeyNode.create() : MemcachedNodes.start(limits);
  }

  /** The thread of a Tomcat that reads what such a node answers. */
  static String threadOf(String node) {
    return (ARE_VALKEY ? "holdfast-valkey-" : "holdfast-memcached-") + node;
  }

  /** What Tomcats need for such nodes beside the jars of a serializer. */
  static List<Path> with(List<Path> jars) {
    List<Path> all = new ArrayList<>(jars);
    if (ARE_VALKEY) {
      all.addAll(Cluster.jars("valkey"));
    }
    return all;
  }
}
