package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The main job on two independent nodes that are Valkey or Redis. One cluster for all tests: to
 * start it is what takes time.
 */
@RequiresValkey
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ValkeyIT {

  private static final boolean IS_NIGHT = "all".equals(System.getProperty("holdfast.lines"));

  private final ValkeyProcess n1 = ValkeyProcess.start();
  private final ValkeyProcess n2 = ValkeyProcess.start();
  private final DnsServer dns = DnsServer.start();
  private @Nullable Cluster running;

  @BeforeAll
  void start() {
    dns.addresses("a.example", "127.0.0.1");
    dns.addresses("b.example", "127.0.0.1");
    running = start(11);
  }

  private Cluster start(int line) {
    return Cluster.start(line, "java", contexts(), this::withClient);
  }

  /** Nodes that are named; and such as are found: each zone has a name in DNS, and one node. */
  private List<ContextXml> contexts() {
    String named =
        "n1:redis://127.0.0.1:%d,n2:valkey://127.0.0.1:%d".formatted(n1.port(), n2.port());
    String found =
        "dns:valkey://a.example:%d?zone=a,dns:valkey://b.example:%d?zone=b"
            .formatted(n1.port(), n2.port());
    return Mode.each(onBoth("app", named), onBoth("found", found));
  }

  private static ContextXml onBoth(String name, String nodes) {
    return ContextXml.synchronous(name).manager("memcachedNodes", nodes).manager("copies", "2");
  }

  private TomcatSettings withClient(TomcatSettings settings) {
    return settings
        .libraries(Cluster.jars("valkey"))
        .jvmOptions("-Dholdfast.dnsServers=" + dns.address());
  }

  @BeforeEach
  void startKilledNodes() {
    Stream.of(n1, n2).filter(node -> !node.isRunning()).forEach(ValkeyProcess::startAgain);
  }

  @AfterAll
  void close() {
    if (running != null) {
      running.close();
    }
    dns.close();
    n1.close();
    n2.close();
  }

  /** With the other servlet types each night. */
  static List<Integer> lines() {
    return IS_NIGHT ? List.of(9, 11) : List.of(11);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void sessionWhenItsTomcatAndThenANodeAreKilledThenTheOthersHaveIt(int line) {
    if (line == 11) {
      assertOthersHaveSessions(Objects.requireNonNull(running));
    } else {
      try (Cluster cluster = start(line)) {
        assertOthersHaveSessions(cluster);
      }
    }
  }

  private void assertOthersHaveSessions(Cluster cluster) {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    cluster.awaitNodesSeen(visitors.stream().map(Visitor::context).toList());
    for (Visitor visitor : visitors) {
      visitor.insist(cluster.t1, "probe/set?name=user&value=ann");
      visitor.ask(cluster.t1, "count");
      visitor.ask(cluster.t1, "fill?name=large&value=3000000");
    }
    assertTrue(n1.ask("DBSIZE").startsWith(":"), n1.ask("DBSIZE"));

    cluster.t1.kill();
    for (Visitor visitor : visitors) {
      assertEquals("ann", visitor.value(cluster.t2, "get?name=user"));
      assertEquals("2", visitor.ask(cluster.t2, "count").get("count"));
      assertEquals("3000000", visitor.value(cluster.t2, "size?name=large"));
    }

    n1.kill();
    cluster.t1.start();
    for (Visitor visitor : visitors) {
      assertEquals("3", visitor.ask(cluster.t2, "count").get("count"));
      Await.until(
          "the started Tomcat serves it",
          () -> visitor.copy().at(cluster.t1, "get?name=user").status() == 200);
      assertEquals("ann", visitor.copy().value(cluster.t1, "get?name=user"));
    }

    for (Visitor visitor : visitors) {
      visitor.ask(cluster.t2, "invalidate");
      Response after = visitor.at(cluster.t2, "get?name=user");
      assertTrue(!after.body().contains("ann"), after.body());
    }
  }

  /**
   * The node that comes back is a replica for a moment: so it gets what it had before. Until it is
   * there, a Tomcat and all nodes of a zone are lost; no session has both copies in one zone.
   */
  @Test
  @ComesLast
  void sessionWhenAllNodesAreLostAndOneComesBackOldThenTheNewestIsServed() {
    Cluster cluster = Objects.requireNonNull(running);
    try (ValkeyProcess former = ValkeyProcess.start()) {
      Collection<Visitor> visitors = Mode.visitors("app").values();
      Collection<Visitor> found = Mode.visitors("found").values();
      Visitor leaving = Mode.NON_STICKY.visitor("app");
      List<Visitor> all = new ArrayList<>(visitors);
      all.add(leaving);
      all.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=ann"));

      n1.kill();
      n2.kill();
      all.forEach(visitor -> assertEquals("ann", visitor.insistValue(cluster.t1, "get?name=user")));
      n1.startAgain();
      n2.startAgain();
      found.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=ann"));
      awaitBothHave(all, "what the Tomcat has in memory is stored again");
      awaitBothHave(found, "a copy is in each zone");

      copyTo(former, n1);
      all.forEach(each -> assertTrue(former.ask("KEYS *").contains(Cluster.key(each.id()))));
      visitors.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=bob"));
      n1.kill();
      leaving.insist(cluster.t1, "probe/invalidate");
      cluster.t1.kill();
      found.forEach(
          visitor -> assertEquals("ann", visitor.insistValue(cluster.t2, "get?name=user")));
      n1.startAgain();
      copyTo(n1, former);
      Await.until(
          "the other Tomcat is connected to it",
          () ->
              n1.ask("CLIENT LIST").contains("name=holdfast")
                  && visitors.stream().allMatch(visitor -> seesAllNodes(cluster.t2, visitor)));

      visitors.forEach(
          visitor -> assertEquals("bob", visitor.insistValue(cluster.t2, "get?name=user")));
      Response after = leaving.insist(cluster.t2, "probe/get?name=user");
      assertTrue(!after.body().contains("ann"), after.body());
    }
  }

  private void awaitBothHave(Collection<Visitor> visitors, String what) {
    Await.until(
        what,
        () ->
            visitors.stream()
                .map(visitor -> Cluster.key(visitor.id()))
                .allMatch(id -> n1.ask("KEYS *").contains(id) && n2.ask("KEYS *").contains(id)));
  }

  private static boolean seesAllNodes(TomcatProcess tomcat, Visitor visitor) {
    return "".equals(new Visitor(visitor.context()).ask(tomcat, "counters").get("lost"));
  }

  private static void copyTo(ValkeyProcess node, ValkeyProcess source) {
    assertEquals("+OK", node.ask("REPLICAOF 127.0.0.1 " + source.port()).strip());
    source.awaitReplicatedTo(node);
    assertEquals("+OK", node.ask("REPLICAOF NO ONE").strip());
  }
}
