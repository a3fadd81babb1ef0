package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The installed filter alone, with a manager that saves only when it says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GatedLeavingSuite extends LeavingSuite {

  private static final String CONTEXT =
      "<Context><Manager className=\"saving.SavingManager\"/></Context>";

  private @Nullable TomcatProcess running;

  /** The line of Tomcat: 9, 10 or 11. */
  abstract int line();

  @BeforeAll
  final void startTomcat() {
    TomcatDistribution distribution = Cluster.distribution(line());
    Path target = Path.of(Cluster.property("holdfast.target"));
    Path docBase = ProbeApplication.compile(distribution, target.resolve("probe-" + line()));
    List<Path> jars = new ArrayList<>(Cluster.jars("java"));
    jars.add(
        TomcatLibrary.compile(distribution, "saving", target.resolve("saving-" + line()), jars));
    running =
        TomcatProcess.of(distribution).libraries(jars).application("app", docBase, CONTEXT).start();
  }

  @AfterAll
  final void stopTomcat() {
    if (running != null) {
      running.close();
    }
  }

  @Override
  final TomcatProcess tomcat() {
    if (running == null) {
      throw new IllegalStateException("Tomcat did not start");
    }
    return running;
  }

  @Override
  final String seenElsewhere(Visitor visitor, String attribute) {
    String path = "/app/saved?id=" + visitor.id() + "&name=" + attribute;
    return String.valueOf(
        Visitor.lines(visitor.copy().browser.get(tomcat().port(), path)).get("value"));
  }
}
