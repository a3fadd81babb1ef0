package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that share one running cluster, because starting Tomcats is what takes time. Each test has
 * sessions of its own and leaves both Tomcats and both nodes running.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(ClusterTests.Sharing.class)
abstract class ClusterSuite extends LineSuite {

  private @Nullable Cluster running;

  /** What is deployed in both Tomcats, or in the first one; see {@link #isInBoth}. */
  abstract List<ContextXml> contexts();

  /** Returns whether a test asks the second Tomcat for this one, too. If none, it stays away. */
  boolean isInBoth(ContextXml context) {
    return true;
  }

  /** What else the Tomcats need. */
  TomcatSettings extras(TomcatSettings settings) {
    return settings;
  }

  @BeforeAll
  final void startCluster() {
    running =
        Cluster.startWithFewerInSecond(line(), "java", contexts(), this::isInBoth, this::extras);
  }

  @AfterAll
  final void stopCluster() {
    if (running != null) {
      running.close();
    }
  }

  @BeforeEach
  final void repair() {
    cluster().nodes().stream().filter(node -> !node.isRunning()).forEach(MemcachedNode::start);
    cluster().startStopped();
  }

  final Cluster cluster() {
    if (running == null) {
      throw new IllegalStateException("the cluster did not start");
    }
    return running;
  }

  final TomcatProcess t1() {
    return cluster().t1;
  }

  final TomcatProcess t2() {
    return cluster().t2;
  }

  /** The record of a visitor's session, which must be there. */
  final StoredSession record(Visitor visitor) {
    return cluster().record(visitor);
  }
}
