package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two processes with one jvmRoute, as after {@code conf/server.xml} was copied. */
abstract class SameRouteTests extends ClusterTests {

  private static final String WARNING = "Two Tomcats have the jvmRoute \"t1\"";

  @Test
  void jvmRouteWhenTwoTomcatsHaveItThenEachNamesBoth() {
    try (TomcatProcess copied = cluster().startAnother("t1")) {
      assertNamesBoth(copied, t1());
      assertNamesBoth(t1(), copied);

      assertEquals(List.of(), warnings(t2()));
    }
  }

  /** The other one is named last. */
  private static void assertNamesBoth(TomcatProcess warned, TomcatProcess other) {
    String warning =
        Await.value("a warning of " + warned, () -> warnings(warned), w -> !w.isEmpty()).get(0);
    int own = warning.indexOf("process " + warned.pid() + ",");
    int others = warning.indexOf("process " + other.pid() + ",");
    assertTrue(own > 0 && own < others, warning);
    assertTrue(warning.contains(other.base().toString()), warning);
  }

  private static List<String> warnings(TomcatProcess tomcat) {
    return tomcat
        .logs()
        .lines()
        .filter(line -> line.contains(WARNING) && line.contains("WARNING"))
        .toList();
  }
}
