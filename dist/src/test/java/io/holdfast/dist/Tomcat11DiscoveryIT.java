package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.dns.DnsRecord;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.memcached.ClusterEndpoint;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Two Tomcats whose nodes a DNS server names. Each night: in a build {@code
 * NodeDiscoveryRuntimeTest} asks the same.
 */
@RequiresRealMemcached
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnLines({})
final class Tomcat11DiscoveryIT {

  private static final Duration SETTLED = Duration.ofSeconds(90);
  private static final int SESSIONS = 20;
  private static final String NAME = "cache.example";
  private static final String LATE = "late.example";
  private static final String SERVICE = "_memcached._tcp.pods.example";
  private static final String POD_0 = "memcached-0.pods.example";
  private static final String POD_1 = "memcached-1.pods.example";

  private final int port = FreePort.find();
  private final Path hosts = TestFolder.resolve("discovery-hosts");
  private DnsServer dns;
  private MemcachedNode m1;
  private MemcachedNode m2;
  private MemcachedNode m3;
  private ClusterEndpoint endpoint;
  private Cluster cluster;

  @BeforeAll
  void startTomcats() {
    dns = DnsServer.start();
    m1 = MemcachedProcess.startAt("127.0.0.1", port);
    m2 = MemcachedProcess.startAt("127.0.0.2", port);
    m3 = MemcachedProcess.startAt("127.0.0.3", port);
    dns.addresses(NAME, m1.host(), m2.host());
    dns.set(SERVICE, DnsRecord.service(POD_0, port), DnsRecord.service(POD_1, port));
    writeHosts("127.0.0.2", "127.0.0.3");
    endpoint = ClusterEndpoint.before(m2);
    endpoint.set("localhost||%d".formatted(m1.port()));
    cluster =
        Cluster.start(
            11,
            "java",
            List.of(
                finding("sticky", NAME),
                finding("any", NAME).manager("sticky", "false"),
                finding("late", LATE),
                finding("amazon", NAME)
                    .manager(
                        "memcachedNodes", "elasticache:%s:%d".formatted(POD_0, endpoint.port()))
                    .manager("sticky", "false"),
                finding("pods", NAME)
                    .manager("memcachedNodes", "srv:" + SERVICE)
                    .manager("copies", "2")),
            settings ->
                settings.jvmOptions(
                    "-Dholdfast.dnsServers=" + dns.address(),
                    "-Djdk.net.hosts.file=" + hosts,
                    "-Dsun.net.inetaddr.ttl=1")); // the JDK remembers an address for 30 otherwise
  }

  /** Where the JDK of the Tomcats finds hosts. */
  private void writeHosts(String ofPod0, String ofPod1) {
    try {
      Files.writeString(
          hosts,
          "127.0.0.1 localhost\n127.0.0.1 %s\n%s %s\n%s %s\n"
              .formatted(InetAddress.getLocalHost().getHostName(), ofPod0, POD_0, ofPod1, POD_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    endpoint.close();
    Stream.of(m1, m2, m3).forEach(MemcachedNode::close);
    dns.close();
  }

  @Test
  void sessionsWhenOneNodeComesAndAnotherGoesThenNoneIsLostWithItsTomcat() {
    List<Visitor> visitors =
        Stream.of("sticky", "any")
            .flatMap(context -> Stream.generate(() -> new Visitor(context)).limit(SESSIONS))
            .toList();
    visitors.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=fruit&value=apple"));

    dns.addresses(NAME, m1.host(), m2.host(), m3.host());
    awaitNodes(m1, m2, m3);
    dns.addresses(NAME, m2.host(), m3.host());
    awaitNodes(m2, m3);
    m1.kill();
    cluster.t1.kill();

    visitors.forEach(visitor -> assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit")));
    cluster.t1.start();
    m1.start();
    awaitNodes(m2, m3);
  }

  @Test
  void sessionsWhenNoNodeIsFoundAtTheStartThenTheyAreStoredOnceThereIsOne() {
    Visitor visitor = new Visitor("late");
    visitor.insist(cluster.t2, "probe/set?name=fruit&value=apple");
    assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit"));
    assertTrue(cluster.t2.logs().contains("no nodes are found yet (the name has no address)"));

    dns.addresses(LATE, m2.host());

    Await.until("it is stored", SETTLED, () -> cluster.storedOn(m2, visitor.id()) != null);
  }

  @Test
  void sessionsWhenAPodComesBackWithAnotherAddressThenItIsTheSameNode() {
    awaitNodes("pods", List.of("memcached-0", "memcached-1"));
    Visitor visitor = new Visitor("pods");
    visitor.insist(cluster.t1, "probe/set?name=fruit&value=apple");

    try (MemcachedNode pod = MemcachedProcess.startAt("127.0.0.4", port)) {
      writeHosts("127.0.0.2", "127.0.0.4");
      m3.kill();

      Await.until("it is stored", SETTLED, () -> cluster.storedOn(pod, visitor.id()) != null);
      awaitNodes("pods", List.of("memcached-0", "memcached-1"));
      assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit"));
    } finally {
      writeHosts("127.0.0.2", "127.0.0.3");
      m3.start();
    }
  }

  @Test
  void sessionsWhenAClusterOfElastiCacheGetsANodeThenTheyHaveTheirSecondCopyOnIt() {
    awaitNodes("amazon", List.of("localhost:" + port));
    Visitor visitor = new Visitor("amazon");
    visitor.insist(cluster.t1, "probe/set?name=fruit&value=apple");

    endpoint.set("localhost||%d".formatted(port), "%s||%d".formatted(POD_0, port));

    awaitNodes("amazon", List.of("localhost:" + port, POD_0 + ":" + port));
    Await.until("it is there, too", SETTLED, () -> cluster.storedOn(m2, visitor.id()) != null);
    assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit"));
  }

  @Test
  void threadsWhenApplicationsHaveTheSameSourceThenOneAsksForAll() {
    Await.until(
        "one thread for each of four sources",
        () ->
            HoldfastThreads.names(cluster.t2, "sticky").stream()
                    .filter(name -> name.startsWith("holdfast-discovery"))
                    .count()
                == 4);
  }

  private void awaitNodes(MemcachedNode... nodes) {
    List<String> ids = Arrays.stream(nodes).map(MemcachedNode::address).sorted().toList();
    List.of("sticky", "any").forEach(context -> awaitNodes(context, ids));
  }

  private void awaitNodes(String context, List<String> ids) {
    for (TomcatProcess tomcat : List.of(cluster.t1, cluster.t2)) {
      try (ManagerBean manager = ManagerBean.of(tomcat, context)) {
        Await.value(
            "the nodes of " + context + " at " + tomcat,
            SETTLED,
            () -> available(manager.list("nodes")),
            ids::equals);
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
