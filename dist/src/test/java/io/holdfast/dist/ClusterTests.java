package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;

/** Tests on the cluster of the suite that they are nested in. */
abstract class ClusterTests {

  /** The running cluster. */
  abstract Cluster cluster();

  final TomcatProcess t1() {
    return cluster().t1;
  }

  final TomcatProcess t2() {
    return cluster().t2;
  }
}
