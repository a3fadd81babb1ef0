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
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the first request of a session waits for in a Tomcat that has just started: the classes that
 * are not there yet, which the virtual machine writes into a file as it loads them.
 */
final class Tomcat11FirstRequestIT {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "sessionBackupAsync, true, 16",
    "sessionBackupAsync, false, 16",
    "lockingMode, none, 16",
    "lockingMode, all, 16"
  })
  void classesWhenTheFirstSessionIsStoredThenHaveBeenThereSinceTheStart(
      String attribute, String value, int most) {
    try (MemcachedNode node = StoreNodes.start();
        TomcatProcess tomcat = tomcat(node, attribute, value)) {
      tomcat.start();
      int atStart = Quiet.value("classes", () -> ownClasses().size());
      Visitor visitor = new Visitor("shop");

      visitor.ask(tomcat, "set?name=fruit&value=apple");

      Await.until("stored", () -> node.probe().stored(Cluster.key(visitor.id())) != null);
      List<String> late = ownClasses().subList(atStart, ownClasses().size());
      assertTrue(late.size() <= most, () -> late.size() + " classes: " + String.join("\n", late));
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
