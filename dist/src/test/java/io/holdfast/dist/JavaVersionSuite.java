package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Records are the same with any JDK and any flags, so Tomcats of both kinds share sessions. */
@OnLines(11)
abstract class JavaVersionSuite extends LineSuite {

  abstract String serializer();

  @Test
  void sessionWhenItMovesBetweenTomcatsWithAndWithoutOpenPackagesThenIsRead() {
    try (Cluster cluster = start(TomcatSettings::withUsualOpens, UnaryOperator.identity())) {
      assertReadByEachOther(cluster.t1, cluster.t2);
    }
  }

  @Test
  void sessionWhenItMovesBetweenJavaVersionsThenIsRead() {
    Optional<Jdk> other = Jdk.other();
    assumeTrue(other.isPresent(), Jdk.NO_OTHER);
    Path home = other.orElseThrow().home();

    try (Cluster cluster =
        start(UnaryOperator.identity(), settings -> settings.javaHome(home).withUsualOpens())) {
      assertReadByEachOther(cluster.t1, cluster.t2);
    }
  }

  private Cluster start(UnaryOperator<TomcatSettings> first, UnaryOperator<TomcatSettings> second) {
    List<ContextXml> contexts = List.of(ContextXml.synchronous("app"));
    return Cluster.start(
        line(),
        serializer(),
        contexts,
        settings -> first.apply(settings).jvmOptions(Surroundings.ofOnePlace()),
        settings -> second.apply(settings).jvmOptions(Surroundings.ofOnePlace()));
  }

  private static void assertReadByEachOther(TomcatProcess one, TomcatProcess other) {
    assertMoves(one, other);
    assertMoves(other, one);
  }

  private static void assertMoves(TomcatProcess from, TomcatProcess to) {
    Visitor visitor = new Visitor("app");
    visitor.ask(from, "kinds/set");
    String written = visitor.value(from, "kinds");

    String read = visitor.value(to, "kinds");
    visitor.ask(to, "count");
    String back = visitor.value(from, "kinds");

    assertEquals(written, read, to::logs);
    assertEquals(written, back, from::logs);
  }
}
