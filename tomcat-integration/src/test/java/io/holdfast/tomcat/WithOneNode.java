package io.holdfast.tomcat;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a node, and a folder for the Tomcats that they embed; both are new for each test. */
abstract class WithOneNode {

  @TempDir Path base;
  MemcachedNode node;

  @BeforeEach
  final void startNode() {
    node = MemcachedNodes.start();
  }

  @AfterEach
  final void stopNode() {
    node.close();
  }
}
