package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Records are the same with any JDK and any flags, so Tomcats of both kinds share sessions. */
abstract class JavaVersionSuite {

  /** The oldest JDK that Holdfast runs on, and the newest that it is tested with. */
  private static final List<String> MAJORS = List.of("17", "25");

  abstract int line();

  abstract String serializer();

  @Test
  void sessionWhenItMovesBetweenTomcatsWithAndWithoutOpenPackagesThenIsRead() {
    try (Cluster cluster = start(TomcatSettings::withUsualOpens, UnaryOperator.identity())) {
      assertReadByEachOther(cluster.t1, cluster.t2);
    }
  }

  @Test
  void sessionWhenItMovesBetweenJavaVersionsThenIsRead() {
    Optional<Path> other = otherJdk();
    assumeTrue(
        other.isPresent(), "there is one JDK only; name the other one in JAVA_HOME_17 or _25");

    try (Cluster cluster =
        start(
            UnaryOperator.identity(),
            settings -> settings.javaHome(other.orElseThrow()).withUsualOpens())) {
      assertReadByEachOther(cluster.t1, cluster.t2);
    }
  }

  private Cluster start(UnaryOperator<TomcatSettings> first, UnaryOperator<TomcatSettings> second) {
    List<ContextXml> contexts = List.of(ContextXml.synchronous("app"));
    return Cluster.start(line(), serializer(), contexts, first, second);
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

  /** Another JDK of interest: named by the environment, or beside the one that runs this. */
  private static Optional<Path> otherJdk() {
    String running = String.valueOf(Runtime.version().feature());
    return MAJORS.stream()
        .filter(major -> !major.equals(running))
        .flatMap(JavaVersionSuite::candidates)
        .findFirst();
  }

  private static Stream<Path> candidates(String major) {
    String named = System.getenv("JAVA_HOME_" + major);
    Path beside = Path.of(System.getProperty("java.home")).toAbsolutePath().getParent();
    return Stream.concat(
            Stream.ofNullable(named).map(Path::of),
            beside == null ? Stream.empty() : children(beside).stream())
        .filter(home -> isOf(home, major));
  }

  private static List<Path> children(Path directory) {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOf(Path home, String major) {
    Path release = home.resolve("release");
    if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return false;
    }
    try {
      return Files.readString(release).contains("JAVA_VERSION=\"" + major + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
