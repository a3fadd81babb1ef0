package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * What {@code context.xml} says of the nodes: another list after a restart, nodes for failover, and
 * names whose addresses change.
 */
abstract class NodeListSuite extends ClusterSuite {

  private static final Duration STORED = Duration.ofSeconds(60);
  private static final int SESSIONS = 20;
  private static final String NAME = "cache.holdfast.test";

  private final MemcachedNode a = StoreNodes.start();
  private final MemcachedNode b = StoreNodes.start();
  private final MemcachedNode c = StoreNodes.start();
  private final int namedPort = FreePort.find();
  private final Path hosts = TestFolder.resolve("hosts-" + line());

  @Override
  final List<ContextXml> contexts() {
    String two = "a:%s,b:%s".formatted(a.location(), b.location());
    String three = two + ",c:" + c.location();
    List<ContextXml> contexts =
        new ArrayList<>(Mode.each(ContextXml.synchronous("app").manager("memcachedNodes", two)));
    contexts.add(
        ContextXml.synchronous("spare")
            .manager("memcachedNodes", three)
            .manager("failoverNodes", "c"));
    contexts.add(
        ContextXml.synchronous("named").manager("memcachedNodes", "d:" + NAME + ":" + namedPort));
    return contexts;
  }

  /** Names are looked up in a file, which is read again when an address is a second old. */
  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    pointNameTo(null);
    return settings.jvmOptions("-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.ttl=1");
  }

  @AfterAll
  final void stopNodes() throws IOException {
    a.close();
    b.close();
    c.close();
    Files.deleteIfExists(hosts);
  }

  /** Both modes at once: what takes the time is to restart. No other test uses the contexts. */
  @Test
  @ComesLast
  void restartWhenEachTomcatGetsANodeMoreInTurnThenNoSessionIsLost() {
    String former = "a:%s,b:%s".formatted(a.location(), b.location());
    String larger = former + ",c:" + c.location();
    Map<Visitor, String> values = new LinkedHashMap<>();
    List<TomcatProcess> all = List.of(t1(), t2());
    for (Mode mode : Mode.values()) {
      for (int i = 0; i < SESSIONS; i++) {
        Visitor visitor = mode.visitor("app");
        visitor.ask(all.get(i % 2), "set?name=fruit&value=apple" + i);
        values.put(visitor, "apple" + i);
      }
    }

    restartWith(t1(), former, larger);
    assertAllAreSeen(values, t1());
    assertAllAreSeen(values, t2());
    restartWith(t2(), former, larger);
    assertAllAreSeen(values, t2());
    assertAllAreSeen(values, t1());

    values.replaceAll((visitor, value) -> changed(visitor, t2()));
    Await.until("the new node has its share", STORED, () -> !c.probe().keys().isEmpty());
    t2().kill();
    assertAllAreSeen(values, t1());
  }

  @Test
  void failoverNodesWhenAnotherNodeAnswersThenNothingIsWrittenThere() {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      visitors.add(new Visitor("spare"));
      visitors.get(i).ask(t1(), "set?name=fruit&value=apple");
    }
    assertEquals(0, storedOn(c, visitors));

    a.kill();
    Await.until("all are on b", STORED, () -> storedOn(b, visitors) == SESSIONS);
    assertEquals(0, storedOn(c, visitors));

    b.kill();
    Await.until("all are on c", STORED, () -> storedOn(c, visitors) == SESSIONS);
    visitors.get(0).ask(t1(), "set?name=fruit&value=pear");
    assertEquals("pear", fruit(c, visitors.get(0)));

    a.start();
    Await.until("all are on a", STORED, () -> storedOn(a, visitors) == SESSIONS);
    Await.value( // a Tomcat signs there every few seconds
        "writes to c",
        () -> {
          long written = writes(c);
          visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=plum" + written));
          return writes(c) - written;
        },
        writes -> writes == 0);
    b.start();
  }

  @Test
  @RequiresRealMemcached
  void nameWhenItsNodeRestartsOnAnotherAddressThenItIsFollowed() {
    Visitor visitor = new Visitor("named");
    visitor.ask(
        t1(), "set?name=fruit&value=apple"); // the name is not known yet, and no request waits
    Await.value("the lost nodes", () -> lostNodes(t1()), "d"::equals);
    try (MemcachedNode first = MemcachedProcess.startAt("127.0.0.1", namedPort)) {
      pointNameTo(first.host());
      Await.until("it is stored", STORED, () -> holds(first, visitor));

      first.kill();
      try (MemcachedNode second = MemcachedProcess.startAt("127.0.0.2", namedPort)) {
        pointNameTo(second.host());
        Await.until("it is stored again", STORED, () -> holds(second, visitor));
        Await.until("the other Tomcat follows", STORED, () -> lostNodes(t2()).isEmpty());

        assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
        assertFalse(first.isRunning());
      }
    }
  }

  private static String lostNodes(TomcatProcess tomcat) {
    return Objects.requireNonNull(new Visitor("named").ask(tomcat, "counters").get("lost"));
  }

  private static String changed(Visitor visitor, TomcatProcess tomcat) {
    visitor.ask(tomcat, "set?name=fruit&value=pear");
    return "pear";
  }

  private static void assertAllAreSeen(Map<Visitor, String> values, TomcatProcess tomcat) {
    values.forEach(
        (visitor, value) -> assertEquals(value, visitor.value(tomcat, "get?name=fruit")));
  }

  private @Nullable Object fruit(MemcachedNode node, Visitor visitor) {
    StoredSession stored = cluster().storedOn(node, visitor.id());
    return stored == null ? null : stored.attributes().get("fruit");
  }

  private long storedOn(MemcachedNode node, List<Visitor> visitors) {
    return visitors.stream().filter(visitor -> holds(node, visitor)).count();
  }

  private boolean holds(MemcachedNode node, Visitor visitor) {
    return cluster().storedOn(node, visitor.id()) != null;
  }

  private static long writes(MemcachedNode node) {
    return node.probe().commandCounts().getOrDefault("cmd_set", -1L);
  }

  /** Stops a Tomcat in order, gives its contexts another list, and starts it. */
  private static void restartWith(TomcatProcess tomcat, String former, String list) {
    tomcat.stop();
    Path folder = tomcat.base().resolve("conf/Catalina/localhost");
    for (String context : List.of("app", "any-app")) {
      replace(folder.resolve(context + ".xml"), '"' + former + '"', '"' + list + '"');
    }
    tomcat.start();
  }

  private static void replace(Path file, String from, String to) {
    try {
      String before = Files.readString(file);
      String after = before.replace(from, to);
      if (after.equals(before)) {
        throw new AssertionError(from + " is not in " + before);
      }
      Files.writeString(file, after);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pointNameTo(@Nullable String address) {
    try {
      Files.writeString(
          hosts, "127.0.0.1 localhost\n" + (address == null ? "" : address + " " + NAME + "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
