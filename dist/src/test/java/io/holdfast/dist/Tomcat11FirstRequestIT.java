package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the first request of a session waits for in a Tomcat that has just started: the classes that
 * are not there yet, which the virtual machine writes into a file as it loads them.
 */
final class Tomcat11FirstRequestIT {

  private static final int MOST = 16;

  @TempDir private Path folder;

  /** The default and a mode with leases; each night also what has less to do. */
  static Stream<Arguments> ways() {
    Stream<Arguments> ways =
        Stream.of(Arguments.of("sessionBackupAsync", "true"), Arguments.of("lockingMode", "all"));
    return "all".equals(System.getProperty("holdfast.lines"))
        ? Stream.concat(
            ways,
            Stream.of(
                Arguments.of("sessionBackupAsync", "false"), Arguments.of("lockingMode", "none")))
        : ways;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void classesWhenTheFirstSessionIsStoredThenHaveBeenThereSinceTheStart(
      String attribute, String value) {
    try (MemcachedNode node = StoreNodes.start();
        TomcatProcess tomcat = tomcat(node, attribute, value)) {
      tomcat.start();
      int atStart = Quiet.value("classes", () -> ownClasses().size());
      Visitor visitor = new Visitor("shop");

      visitor.ask(tomcat, "set?name=fruit&value=apple");

      Await.until("stored", () -> node.probe().stored(Cluster.key(visitor.id())) != null);
      List<String> late = ownClasses().subList(atStart, ownClasses().size());
      assertTrue(late.size() <= MOST, () -> late.size() + " classes: " + String.join("\n", late));
    }
  }

  private TomcatProcess tomcat(MemcachedNode node, String attribute, String value) {
    TomcatDistribution distribution = Cluster.distribution(11);
    ContextXml shop =
        ContextXml.named("shop")
            .manager("sticky", String.valueOf(!attribute.equals("lockingMode")))
            .manager(attribute, value);
    return TomcatProcess.of(distribution)
        .libraries(StoreNodes.with(Cluster.jars("kryo")))
        .jvmOptions("-Xlog:class+load:file=" + log())
        .application(
            "shop",
            ProbeApplication.compile(distribution),
            shop.toXml("n1:" + node.location(), "kryo"))
        .build();
  }

  private Path log() {
    return folder.resolve("classes.log");
  }

  /** Those of Holdfast, and those that are made of its lambdas. */
  private List<String> ownClasses() {
    try (Stream<String> lines = Files.lines(log())) {
      return lines.filter(line -> line.contains("] io.holdfast.")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
