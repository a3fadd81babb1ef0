package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.memcached.NodeProbe;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node has come back old; then each Tomcat was restarted, and the other node is lost. */
@Timeout(120)
class OlderCopiesOnNodesTest extends WithOneNode {

  @ParameterizedTest
  @CsvSource({"0,none", "1,none", "0,all", "1,all"})
  void requestWhenItReadsThenTheOlderCopyIsReplaced(int old, String lockingMode) {
    MemcachedNode[] nodes = {node, closing(MemcachedNodes.start())};
    String addresses = "n1:%s n2:%s".formatted(nodes[0].address(), nodes[1].address());
    NodeProbe probe = nodes[old].probe();
    PageTomcat t1 = start("t1", settings(lockingMode, addresses));
    assertEquals("done", t1.ask(browser, "set fruit apple"));
    byte[] apple = Objects.requireNonNull(probe.get(key(browser)));
    assertEquals("done", t1.ask(browser, "set fruit pear"));
    probe.set(key(browser), apple);
    t1.close();

    PageTomcat t2 = start("t2", settings(lockingMode, addresses));
    byte[] before = Objects.requireNonNull(probe.get(key(browser)));
    assertEquals("pear", t2.ask(browser, "show fruit"));
    Await.until("the copy is replaced", () -> !Arrays.equals(before, probe.get(key(browser))));
    t2.close();

    nodes[1 - old].probe().flushAll();
    PageTomcat t3 = start("t3", settings(lockingMode, addresses));
    assertEquals("pear", t3.ask(browser, "show fruit"));
  }
}
