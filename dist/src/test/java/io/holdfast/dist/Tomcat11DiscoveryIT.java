package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two Tomcats whose nodes a DNS server names. */
@RequiresRealMemcached
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11DiscoveryIT {

  private static final Duration SETTLED = Duration.ofSeconds(90);
  private static final int SESSIONS = 20;
  private static final String NAME = "cache.example";
  private static final String LATE = "late.example";

  private final int port = FreePort.find();
  private DnsServer dns;
  private MemcachedNode m1;
  private MemcachedNode m2;
  private MemcachedNode m3;
  private Cluster cluster;

  @BeforeAll
  void startTomcats() {
    dns = DnsServer.start();
    m1 = MemcachedProcess.startAt("127.0.0.1", port);
    m2 = MemcachedProcess.startAt("127.0.0.2", port);
    m3 = MemcachedProcess.startAt("127.0.0.3", port);
    dns.addresses(NAME, m1.host(), m2.host());
    cluster =
        Cluster.start(
            11,
            "java",
            List.of(
                finding("sticky", NAME),
                finding("any", NAME).manager("sticky", "false"),
                finding("late", LATE)),
            settings -> settings.jvmOptions("-Dholdfast.dnsServers=" + dns.address()));
  }

  /** What is done with a node that leaves takes eight of these timeouts. */
  private ContextXml finding(String context, String name) {
    return ContextXml.synchronous(context)
        .manager("memcachedNodes", "dns:%s:%d".formatted(name, port))
        .manager("discoveryInterval", "1")
        .manager("operationTimeout", "400");
  }

  @AfterAll
  void closeAll() {
    if (cluster != null) {
      cluster.close();
    }
    Stream.of(m1, m2, m3).forEach(MemcachedNode::close);
    dns.close();
  }

  @Test
  void sessionsWhenOneNodeComesAndAnotherGoesThenNoneIsLostWithItsTomcat() {
    List<Visitor> visitors =
        Stream.of("sticky", "any")
            .flatMap(context -> Stream.generate(() -> new Visitor(context)).limit(SESSIONS))
            .toList();
    visitors.forEach(visitor -> visitor.ask(cluster.t1, "set?name=fruit&value=apple"));

    dns.addresses(NAME, m1.host(), m2.host(), m3.host());
    awaitNodes(m1, m2, m3);
    dns.addresses(NAME, m2.host(), m3.host());
    awaitNodes(m2, m3);
    m1.kill();
    cluster.t1.kill();

    visitors.forEach(
        visitor -> assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit")));
    cluster.t1.start();
    awaitNodes(m2, m3);
  }

  @Test
  void sessionsWhenNoNodeIsFoundAtTheStartThenTheyAreStoredOnceThereIsOne() {
    Visitor visitor = new Visitor("late");
    visitor.ask(cluster.t2, "set?name=fruit&value=apple");
    assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit"));
    assertTrue(cluster.t2.logs().contains("no nodes are found yet (the name has no address)"));

    dns.addresses(LATE, m2.host());

    Await.until("it is stored", SETTLED, () -> cluster.storedOn(m2, visitor.id()) != null);
  }

  @Test
  void threadsWhenApplicationsHaveTheSameSourceThenOneAsksForAll() {
    Await.until(
        "one thread for each of two sources",
        () ->
            HoldfastThreads.names(cluster.t2, "sticky").stream()
                    .filter(name -> name.startsWith("holdfast-discovery"))
                    .count()
                == 2);
  }

  private void awaitNodes(MemcachedNode... nodes) {
    List<String> ids = Arrays.stream(nodes).map(MemcachedNode::address).sorted().toList();
    for (TomcatProcess tomcat : List.of(cluster.t1, cluster.t2)) {
      for (String context : List.of("sticky", "any")) {
        try (ManagerBean manager = ManagerBean.of(tomcat, context)) {
          Await.value(
              "the nodes of " + context + " at " + tomcat,
              SETTLED,
              () -> available(manager.list("nodes")),
              ids::equals);
        }
      }
    }
  }

  /** The ids of those in full use; with its state, one that is not. */
  private static List<String> available(List<String> nodes) {
    return nodes.stream()
        .map(node -> node.replaceFirst("^id=(\\S+) address=\\S+ state=AVAILABLE .*", "$1"))
        .sorted()
        .toList();
  }
}
