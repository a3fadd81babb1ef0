package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that are larger than an item of memcached, whose limit is one megabyte. */
abstract class LargeSuite extends ClusterSuite {

  private static final int MEGABYTE = 1_000_000;

  /** Four items; each night twenty. */
  private static final int LARGEST =
      ("all".equals(System.getProperty("holdfast.lines")) ? 20 : 4) * MEGABYTE;

  @Override
  List<ContextXml> contexts() {
    return Mode.each(
        roomy("app"),
        roomy("compressed").manager("compression", "deflate"),
        roomy("modest").manager("maxSessionSize", "3000000"),
        roomy("expiring")
            .context("backgroundProcessorDelay", "1")
            .manager("processExpiresFrequency", "1"));
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings.heap("512m");
  }

  /** With time for a busy machine. */
  private static ContextXml roomy(String name) {
    return ContextXml.synchronous(name)
        .manager("operationTimeout", "5000")
        .manager("sessionBackupTimeout", "60000");
  }

  static Stream<Arguments> sizes() {
    return Mode.with(2 * MEGABYTE, LARGEST);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void sessionWhenLargeThenTheOtherTomcatHasItWhole(Mode mode, int size) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "fill?name=big&value=" + size);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String here = visitor.value(t1(), "sum?name=big");

    String there = visitor.value(t2(), "sum?name=big");
    visitor.ask(t2(), "set?name=fruit&value=pear");

    assertTrue(here.startsWith(size + "/"), here);
    assertEquals(here, there);
    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
    assertEquals(here, visitor.value(t1(), "sum?name=big"));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void sessionWhenLargeAndInvalidatedThenNoPartIsLeft(Mode mode, int size) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "fill?name=big&value=" + size);
    visitor.ask(t2(), "set?name=fruit&value=apple");
    boolean wasInParts = !partsOf(visitor).isEmpty();

    visitor.ask(t2(), "invalidate");

    assertTrue(wasInParts);
    Await.until("no part is left", () -> partsOf(visitor).isEmpty());
  }

  @InEachMode
  void sessionWhenLargeAndItsTimeIsUpThenNoPartIsLeft(Mode mode) {
    Visitor visitor = mode.visitor("expiring");
    visitor.ask(t1(), "interval?value=6");
    visitor.ask(t1(), "fill?name=big&value=" + 2 * MEGABYTE);
    boolean wasInParts = !partsOf(visitor).isEmpty();
    Await.until("no part is left", () -> partsOf(visitor).isEmpty());

    assertTrue(wasInParts);
  }

  @Test
  @ComesLast
  void sessionWhenLargeAndItsTomcatWasKilledThenTheNextOneHasIt() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "fill?name=big&value=" + LARGEST);
    String before = visitor.value(t1(), "sum?name=big");

    t1().kill();

    assertEquals(before, visitor.value(t2(), "sum?name=big"));
  }

  @InEachMode
  void sessionWhenCompressedThenIsSmallerAndTheOtherTomcatHasIt(Mode mode) {
    Visitor visitor = mode.visitor("compressed");
    String text = "apple".repeat(1_000);
    visitor.ask(t1(), "set?name=fruit&value=" + text);

    int bytes = cluster().recordBytes(visitor).length;

    assertTrue(bytes < text.length() / 10, () -> bytes + " bytes");
    assertEquals(text, visitor.value(t2(), "get?name=fruit"));
  }

  @InEachMode
  void sessionWhenAPartIsMissingThenAFreshOneAndItIsCounted(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "fill?name=big&value=" + 2 * MEGABYTE);
    cluster().awaitCopies();
    long before = visitor.counter(t2(), Metric.LOADS_INCOMPLETE);
    for (MemcachedNode node : cluster().nodes()) {
      partsOf(node, visitor).stream().limit(1).forEach(node.probe()::delete);
    }

    Map<String, String> info = visitor.ask(t2(), "info");

    assertEquals("true", info.get("new"));
    assertTrue(visitor.counter(t2(), Metric.LOADS_INCOMPLETE) > before);
    Await.until(
        "the log says so", () -> t2().logs().contains("bytes in parts, which are not all there"));
  }

  @InEachMode
  void sessionWhenAboveTheLimitThenLivesOnHereWithOneWarning(Mode mode) {
    Visitor visitor = mode.visitor("modest");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    long before = warnings();

    visitor.ask(t1(), "fill?name=big&value=" + 4 * MEGABYTE);
    visitor.ask(t1(), "set?name=fruit&value=pear");
    String here = visitor.value(t1(), "sum?name=big");

    assertTrue(here.startsWith(4 * MEGABYTE + "/"), here);
    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
    assertEquals(before + 1, warnings());
    assertFalse(t1().logs().contains(Cluster.key(visitor.id())));
    assertEquals("apple", visitor.copy().value(t2(), "get?name=fruit"));
  }

  private long warnings() {
    return t1().logs()
        .lines()
        .filter(line -> line.contains("too large to be stored") && line.contains("maxSessionSize"))
        .count();
  }

  private List<String> partsOf(Visitor visitor) {
    return cluster().nodes().stream().flatMap(node -> partsOf(node, visitor).stream()).toList();
  }

  private static List<String> partsOf(MemcachedNode node, Visitor visitor) {
    String key = Cluster.key(visitor.id());
    return node.probe().keys().stream().filter(item -> item.matches(key + ":[0-9a-z]{9}")).toList();
  }
}
