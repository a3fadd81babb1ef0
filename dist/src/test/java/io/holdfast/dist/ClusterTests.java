package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;

/** Tests on the cluster of the suite that they are nested in. */
abstract class ClusterTests {

  /** The running cluster. */
  abstract Cluster cluster();

  /**
   * What a visitor sees at the second Tomcat of what a request at the first has changed. Without
   * stickiness it is there with the response; else the backup may follow.
   */
  final String seenElsewhere(Mode mode, Visitor visitor, String name, Object expected) {
    if (mode == Mode.STICKY) {
      Await.until(
          name + " is stored as " + expected,
          () -> expected.equals(cluster().record(visitor).attributes().get(name)));
    }
    return visitor.value(t2(), "get?name=" + name);
  }

  final TomcatProcess t1() {
    return cluster().t1;
  }

  final TomcatProcess t2() {
    return cluster().t2;
  }
}
