package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that share one running cluster, because starting Tomcats is what takes time. Each test has
 * sessions of its own and leaves both Tomcats and both nodes running.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterSuite {

  private @Nullable Cluster running;

  /** The line of Tomcat: 9, 10 or 11. */
  abstract int line();

  /** What is deployed in both Tomcats. */
  abstract List<ContextXml> contexts();

  /** What else the Tomcats need. */
  TomcatSettings extras(TomcatSettings settings) {
    return settings;
  }

  @BeforeAll
  final void startCluster() {
    running = Cluster.start(line(), "java", contexts(), this::extras);
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
    restart(t1());
    restart(t2());
  }

  private static void restart(TomcatProcess tomcat) {
    if (!tomcat.isRunning()) {
      tomcat.start();
    }
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
