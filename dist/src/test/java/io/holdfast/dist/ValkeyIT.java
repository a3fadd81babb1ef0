package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The main job on two independent nodes that are Valkey or Redis. */
@RequiresValkey
class ValkeyIT {

  private final ValkeyProcess n1 = ValkeyProcess.start();
  private final ValkeyProcess n2 = ValkeyProcess.start();

  @AfterEach
  void close() {
    n1.close();
    n2.close();
  }

  private List<ContextXml> contexts() {
    String nodes =
        "n1:redis://127.0.0.1:%d,n2:valkey://127.0.0.1:%d".formatted(n1.port(), n2.port());
    return Mode.each(
        ContextXml.synchronous("app").manager("memcachedNodes", nodes).manager("copies", "2"));
  }

  private static TomcatSettings withClient(TomcatSettings settings) {
    return settings.libraries(Cluster.jars("valkey"));
  }

  /** On one line, with each of the servlet types each night. */
  static List<Integer> lines() {
    return "all".equals(System.getProperty("holdfast.lines")) ? List.of(9, 11) : List.of(11);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void sessionWhenItsTomcatAndThenANodeAreKilledThenTheOthersHaveIt(int line) {
    try (Cluster cluster = Cluster.start(line, "java", contexts(), ValkeyIT::withClient)) {
      List<Visitor> visitors = List.of(Mode.STICKY.visitor("app"), Mode.NON_STICKY.visitor("app"));
      for (Visitor visitor : visitors) {
        visitor.ask(cluster.t1, "set?name=user&value=ann");
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
  }

  /** Each zone has a name in DNS, and one node; both copies of a session never lie in one. */
  @Test
  void sessionWhenItsNodesAreFoundAndAZoneIsLostWithATomcatThenIsThere() {
    String nodes =
        "dns:valkey://a.example:%d?zone=a,dns:valkey://b.example:%d?zone=b"
            .formatted(n1.port(), n2.port());
    try (DnsServer dns = DnsServer.start()) {
      dns.addresses("a.example", "127.0.0.1");
      dns.addresses("b.example", "127.0.0.1");
      try (Cluster cluster =
          Cluster.start(
              11,
              "java",
              Mode.each(ContextXml.synchronous("app").manager("memcachedNodes", nodes)).stream()
                  .map(context -> context.manager("copies", "2"))
                  .toList(),
              settings ->
                  withClient(settings).jvmOptions("-Dholdfast.dnsServers=" + dns.address()))) {
        List<Visitor> visitors =
            List.of(Mode.STICKY.visitor("app"), Mode.NON_STICKY.visitor("app"));
        visitors.forEach(visitor -> visitor.ask(cluster.t1, "set?name=user&value=ann"));

        cluster.t1.kill();
        n1.kill();

        visitors.forEach(
            visitor -> assertEquals("ann", visitor.value(cluster.t2, "get?name=user")));
      }
    }
  }

  /** The node that comes back is a replica for a moment: so it gets what it had before. */
  @Test
  void sessionWhenAllNodesAreLostAndOneComesBackOldThenTheNewestIsServed() {
    try (ValkeyProcess former = ValkeyProcess.start();
        Cluster cluster = Cluster.start(11, "java", contexts(), ValkeyIT::withClient)) {
      List<Visitor> visitors = List.of(Mode.STICKY.visitor("app"), Mode.NON_STICKY.visitor("app"));
      Visitor leaving = Mode.NON_STICKY.visitor("app");
      List<Visitor> all = List.of(visitors.get(0), visitors.get(1), leaving);
      all.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=ann"));

      n1.kill();
      n2.kill();
      all.forEach(visitor -> assertEquals("ann", visitor.insistValue(cluster.t1, "get?name=user")));
      n1.startAgain();
      n2.startAgain();
      Await.until(
          "what the Tomcat has in memory is stored again",
          () ->
              all.stream()
                  .map(visitor -> Cluster.key(visitor.id()))
                  .allMatch(id -> n1.ask("KEYS *").contains(id) && n2.ask("KEYS *").contains(id)));

      copyTo(former, n1);
      all.forEach(each -> assertTrue(former.ask("KEYS *").contains(Cluster.key(each.id()))));
      visitors.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=bob"));
      n1.kill();
      leaving.insist(cluster.t1, "probe/invalidate");
      cluster.t1.kill();
      n1.startAgain();
      copyTo(n1, former);
      Await.until(
          "the other Tomcat is connected to it",
          () -> n1.ask("CLIENT LIST").contains("name=holdfast"));

      visitors.forEach(
          visitor -> assertEquals("bob", visitor.insistValue(cluster.t2, "get?name=user")));
      Response after = leaving.insist(cluster.t2, "probe/get?name=user");
      assertTrue(!after.body().contains("ann"), after.body());
    }
  }

  private static void copyTo(ValkeyProcess node, ValkeyProcess source) {
    assertEquals("+OK", node.ask("REPLICAOF 127.0.0.1 " + source.port()).strip());
    source.awaitReplicatedTo(node);
    assertEquals("+OK", node.ask("REPLICAOF NO ONE").strip());
  }

  @Test
  void startWhenTheJarIsMissingThenItIsNamed() {
    TomcatDistribution distribution = Cluster.distribution(11);
    ContextXml context = contexts().get(0);
    try (TomcatProcess tomcat =
        TomcatProcess.of(distribution)
            .libraries(Cluster.jars("java"))
            .application(
                context.name(), ProbeApplication.compile(distribution), context.toXml("", "java"))
            .start()) {
      String log = tomcat.logs();

      assertTrue(
          log.contains(
              "class io.holdfast.valkey.ValkeyConnections was not found; put holdfast-valkey, which"
                  + " lies in the folder valkey of the distribution, into tomcat/lib"),
          log);
    }
  }
}
