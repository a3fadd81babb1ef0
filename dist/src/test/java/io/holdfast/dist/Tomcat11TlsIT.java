package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tomcats whose connections to the nodes are encrypted. Each night: in a build {@link
 * Tomcat11SoakIT} asks the same: one of its contexts has TLS.
 */
@RequiresRealMemcached
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnLines({})
final class Tomcat11TlsIT {

  private static final String SECRET = "4929-1234-5678-9012";

  private NodeCertificates certificates;
  private MemcachedProcess n1;
  private MemcachedProcess n2;
  private Cluster cluster;

  @BeforeAll
  void startTomcats() {
    certificates = NodeCertificates.issue("tls");
    n1 = MemcachedProcess.start(MemcachedLimits.DEFAULT, certificates.files());
    n2 = MemcachedProcess.start(MemcachedLimits.DEFAULT, certificates.files());
    cluster =
        Cluster.start(
            11,
            "kryo",
            List.of(
                trusting(ContextXml.synchronous("sticky")),
                trusting(ContextXml.synchronous("any").manager("sticky", "false")),
                trusting(
                    ContextXml.synchronous("all")
                        .manager("sticky", "false")
                        .manager("lockingMode", "all")),
                onNodes(ContextXml.named("plain").manager("operationTimeout", "500"))),
            UnaryOperator.identity());
  }

  private ContextXml trusting(ContextXml context) {
    return NodeCertificates.trusted(certificates, onNodes(context));
  }

  private ContextXml onNodes(ContextXml context) {
    return context.manager("memcachedNodes", "n1:%s,n2:%s".formatted(n1.address(), n2.address()));
  }

  @AfterAll
  void closeAll() {
    if (cluster != null) {
      cluster.close();
    }
    n1.close();
    n2.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky", "any", "all"})
  void sessionWhenItMovesThenItIsThere(String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(cluster.t1, "set?name=card&value=" + SECRET);
    visitor.ask(cluster.t1, "fill?name=more&value=2000000");
    String sum = visitor.value(cluster.t1, "sum?name=more");

    assertEquals(SECRET, visitor.value(cluster.t2, "get?name=card"));
    assertEquals(sum, visitor.value(cluster.t2, "sum?name=more"));
  }

  @Test
  void sessionsWhenANodeIsRestartedThenTheyAreThereAndItIsConnectedAgain() {
    Visitor visitor = new Visitor("any");
    visitor.ask(cluster.t1, "set?name=card&value=" + SECRET);

    n1.kill();
    assertEquals(SECRET, visitor.value(cluster.t2, "get?name=card"));
    n1.start();

    cluster.awaitNodesSeen(List.of("sticky", "any", "all"));
    visitor.ask(cluster.t2, "set?name=fruit&value=apple");
    assertEquals("apple", visitor.value(cluster.t1, "get?name=fruit"));
  }

  /** Who forgets the attribute has sessions in this Tomcat only, and is told why. */
  @Test
  void sessionsWhenTlsIsNotSetThenTomcatServesOnAndTheLogSaysWhy() {
    Visitor visitor = new Visitor("plain");
    visitor.ask(cluster.t1, "set?name=card&value=" + SECRET);

    assertEquals(SECRET, visitor.value(cluster.t1, "get?name=card"));
    Await.until(
        "the log says why", () -> cluster.t1.logs().contains("does it demand a password, or TLS?"));
  }
}
