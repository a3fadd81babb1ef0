package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two Tomcats and two zones of two nodes each; one zone goes while sessions are changed. */
final class Tomcat11ZonesIT {

  private static final int SESSIONS = 40;

  private final List<MemcachedNode> nodes =
      Stream.generate(MemcachedNodes::start).limit(4).toList();
  private final List<TomcatProcess> tomcats = new ArrayList<>();

  @AfterEach
  void stop() {
    tomcats.forEach(TomcatProcess::close);
    nodes.forEach(MemcachedNode::close);
  }

  /** Two Tomcats, so that none answers from its own memory. */
  @Test
  void sessionsWhenAZoneIsKilledUnderLoadThenAreAllThere() {
    TomcatProcess first = start();
    TomcatProcess second = start();
    List<Visitor> visitors = Stream.generate(() -> new Visitor("shop")).limit(SESSIONS).toList();
    visitors.forEach(visitor -> visitor.ask(first, "set?name=fruit&value=apple"));

    for (int i = 0; i < SESSIONS; i++) {
      if (i == SESSIONS / 4) {
        nodes.get(2).kill();
        nodes.get(3).kill();
      }
      visitors.get(i).ask(first, "set?name=turn&value=" + i);
    }

    List<String> there = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      expected.add("apple " + i);
      there.add(
          visitors.get(i).value(second, "get?name=fruit")
              + " "
              + visitors.get(i).value(second, "get?name=turn"));
    }
    assertEquals(expected, there);
  }

  /** The Tomcat of the sessions is lost with the zone; they have one copy, in the other one. */
  @Test
  void stickySessionsWhenTheirZoneIsLostWithTheirTomcatThenAreAllThere() {
    TomcatProcess first = start("a");
    TomcatProcess second = start("b");
    List<Visitor> visitors = Stream.generate(() -> new Visitor("shop")).limit(SESSIONS).toList();
    visitors.forEach(visitor -> visitor.ask(first, "set?name=fruit&value=apple"));

    first.kill();
    nodes.get(0).kill();
    nodes.get(1).kill();

    List<String> there =
        visitors.stream().map(visitor -> visitor.value(second, "get?name=fruit")).toList();
    assertEquals(Collections.nCopies(SESSIONS, "apple"), there);
  }

  /** Its zone comes from a system property, as one context.xml for all Tomcats has it. */
  private TomcatProcess start(String zone) {
    return start(
        ContextXml.synchronous("shop").manager("zone", "${holdfast.zone}"),
        "t-" + zone,
        "-Dholdfast.zone=" + zone);
  }

  private TomcatProcess start() {
    return start(ContextXml.named("shop").manager("sticky", "false"), "");
  }

  private TomcatProcess start(ContextXml context, String route, String... options) {
    TomcatDistribution distribution = Cluster.distribution(11);
    Path probe = ProbeApplication.compile(distribution);
    String list =
        "n1:%s@a,n2:%s@a,n3:%s@b,n4:%s@b"
            .formatted(nodes.stream().map(MemcachedNode::address).toArray());
    TomcatProcess tomcat =
        TomcatProcess.of(distribution)
            .jvmRoute(route)
            .jvmOptions(options)
            .libraries(Cluster.jars("java"))
            .application("shop", probe, context.toXml(list, "java"))
            .start();
    tomcats.add(tomcat);
    return tomcat;
  }
}
