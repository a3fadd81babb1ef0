package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/** Tests on the cluster of the suite that they are nested in. */
abstract class ClusterTests {

  private @Nullable Cluster running;

  /** Gives the tests of a group the cluster of the suite around it. */
  static final class Sharing implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      TestInstances instances = context.getRequiredTestInstances();
      Cluster shared = instances.findInstance(ClusterSuite.class).orElseThrow().cluster();
      instances.findInstance(ClusterTests.class).ifPresent(tests -> tests.running = shared);
    }
  }

  /** The running cluster. */
  final Cluster cluster() {
    return Objects.requireNonNull(running);
  }

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
