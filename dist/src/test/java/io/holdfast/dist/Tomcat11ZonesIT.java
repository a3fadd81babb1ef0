package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
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

/**
 * Two Tomcats and two zones of two nodes each. One zone goes while sessions are changed, comes
 * back, and the other one goes with its Tomcat: one test, since what takes the time is to start
 * Tomcats.
 */
final class Tomcat11ZonesIT {

  private static final int SESSIONS = 40;

  private final List<MemcachedNode> nodes =
      Stream.generate(MemcachedNodes::start).limit(4).toList();
  private final TomcatProcess first = tomcat("a");
  private final TomcatProcess second = tomcat("b");

  @AfterEach
  void stop() {
    first.close();
    second.close();
    nodes.forEach(MemcachedNode::close);
  }

  @Test
  void sessionsWhenAZoneIsLostThenAreAllThere() {
    first.start();
    second.start();

    assertAllAreThereWhenAZoneIsKilledUnderLoad();
    nodes.get(2).start();
    nodes.get(3).start();
    awaitNodesSeen();
    assertStickySessionsAreThereWhenTheirZoneIsLostWithTheirTomcat();
  }

  /** The other Tomcat answers in the end: it has none of them in its memory. */
  private void assertAllAreThereWhenAZoneIsKilledUnderLoad() {
    List<Visitor> visitors = visitors(Mode.NON_STICKY);

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

  private void awaitNodesSeen() {
    for (TomcatProcess tomcat : List.of(first, second)) {
      for (Mode mode : Mode.values()) {
        Await.until(
            mode + " at " + tomcat + " sees all nodes",
            () -> "".equals(mode.visitor("shop").ask(tomcat, "counters").get("lost")));
      }
    }
  }

  /** They have one copy, in the other zone. */
  private void assertStickySessionsAreThereWhenTheirZoneIsLostWithTheirTomcat() {
    List<Visitor> visitors = visitors(Mode.STICKY);

    first.kill();
    nodes.get(0).kill();
    nodes.get(1).kill();

    List<String> there =
        visitors.stream().map(visitor -> visitor.value(second, "get?name=fruit")).toList();
    assertEquals(Collections.nCopies(SESSIONS, "apple"), there);
  }

  private List<Visitor> visitors(Mode mode) {
    List<Visitor> visitors = Stream.generate(() -> mode.visitor("shop")).limit(SESSIONS).toList();
    visitors.forEach(visitor -> visitor.ask(first, "set?name=fruit&value=apple"));
    return visitors;
  }

  /** Its zone comes from a system property, as one context.xml for all Tomcats has it. */
  private TomcatProcess tomcat(String zone) {
    TomcatDistribution distribution = Cluster.distribution(11);
    Path probe = ProbeApplication.compile(distribution);
    String list =
        "n1:%s@a,n2:%s@a,n3:%s@b,n4:%s@b"
            .formatted(nodes.stream().map(MemcachedNode::address).toArray());
    ContextXml sticky = ContextXml.synchronous("shop").manager("zone", "${holdfast.zone}");
    ContextXml any = Mode.NON_STICKY.of(ContextXml.named("shop"));
    return TomcatProcess.of(distribution)
        .jvmRoute("t-" + zone)
        .jvmOptions("-Dholdfast.zone=" + zone)
        .libraries(Cluster.jars("java"))
        .application(sticky.name(), probe, sticky.toXml(list, "java"))
        .application(any.name(), probe, any.toXml(list, "java"))
        .build();
  }
}
