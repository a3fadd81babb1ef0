package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that an operator adds, removes and swaps by JMX while Tomcats serve sessions. */
@OnLines(11)
abstract class NodeChangesSuite extends ClusterSuite {

  private static final Duration SETTLED = Duration.ofSeconds(60);
  private static final int SESSIONS = 40;

  private final MemcachedNode n3 = StoreNodes.start();
  private final MemcachedNode n4 = StoreNodes.start();

  @Override
  final List<ContextXml> contexts() {
    return List.of(
        brief(ContextXml.synchronous("app")),
        brief(ContextXml.named("all").manager("sticky", "false").manager("lockingMode", "all")));
  }

  /** What is done with a node that leaves takes eight of these timeouts. */
  private static ContextXml brief(ContextXml context) {
    return context.manager("operationTimeout", "400");
  }

  /** A Tomcat that was restarted has the list of its {@code context.xml}. */
  @BeforeEach
  final void useTheFirstNodes() {
    changeOnBoth("app", list("n1", "n2"), "");
  }

  @AfterAll
  final void stopNodes() {
    n3.close();
    n4.close();
  }

  // ---- sticky ----

  @Test
  void memcachedNodesWhenAllAreSwappedUnderRequestsThenNoSessionIsLost() {
    List<Visitor> visitors = visitors(t1());
    LoadedVisitor loaded = new LoadedVisitor(Mode.STICKY, new Balancer(cluster()));
    var traffic = Background.start(loaded::call);
    loaded.awaitRequests(20);

    changeOnBoth("app", list("n3", "n4"), "");

    loaded.awaitRequests(20);
    loaded.finish();
    assertTrue(traffic.join() > 40);
    cluster().n1.kill();
    cluster().n2.kill();
    assertNoneIsLostWithItsTomcat(visitors);
  }

  @Test
  void memcachedNodesWhenANodeIsTakenOutThenNothingIsLeftOfIt() {
    cluster().awaitNodesSeen(List.of("app", "all"));
    int before = Quiet.value("connections", () -> connections(cluster().n2));
    List<String> threads = HoldfastThreads.stayingWhenQuiet(t1(), "app");
    List<Visitor> visitors = visitors(t1());

    try (ManagerBean app = ManagerBean.of(t1(), "app")) {
      app.set("memcachedNodes", list("n1", "n3"));
      List<String> during = app.list("nodes");
      awaitSettled(app);

      assertTrue(during.stream().anyMatch(node -> node.contains("LEAVING")), during::toString);
      assertEquals(2, app.list("nodes").size());
      assertEquals(list("n1", "n3"), app.get("memcachedNodes"));
      assertEquals(0, app.get("resyncWaiting"));
      assertTrue((Long) app.get("resyncDone") > 0);
    }
    assertEquals(before, connections(cluster().n2), "the other context still uses the connection");
    try (ManagerBean all = ManagerBean.of(t1(), "all")) {
      all.set("memcachedNodes", list("n1", "n3"));
      awaitSettled(all);
      // The other Tomcat has one, as before.
      Await.until("no connection is left", () -> connections(cluster().n2) == before - 1);
      Await.until(
          "no thread is left", () -> HoldfastThreads.staying(t1(), "app").size() == threads.size());
      all.set("memcachedNodes", list("n1", "n2"));
    }
    visitors.forEach(visitor -> assertEquals("apple", visitor.value(t1(), "get?name=fruit")));
  }

  @Test
  @ComesLast
  void failoverNodesWhenANodeIsDrainedBeforeItGoesThenSessionsInNoMemoryAreKept() {
    List<Visitor> visitors = visitors(t1());
    t1().stop();
    t1().start(); // now they are on the nodes only

    changeOnBoth("app", list("n1", "n2", "n3"), "n2");
    visitors.forEach(visitor -> assertEquals("apple", visitor.value(t1(), "get?name=fruit")));
    changeOnBoth("app", list("n1", "n3"), "");
    cluster().n2.kill();

    assertNoneIsLostWithItsTomcat(visitors);
  }

  @Test
  void copiesWhenRaisedThenAllSessionsGetTheirSecondCopy() {
    List<Visitor> visitors = visitors(t1());

    try (ManagerBean app = ManagerBean.of(t1(), "app")) {
      app.set("copies", "2");
    }

    for (Visitor visitor : visitors) {
      for (MemcachedNode node : cluster().nodes()) {
        Await.until(
            "the second copy is there", () -> cluster().storedOn(node, visitor.id()) != null);
      }
    }
  }

  @Test
  void memcachedNodesWhenTheListIsWrongThenTheErrorSaysSoAndNothingChanges() {
    try (ManagerBean app = ManagerBean.of(t1(), "app")) {
      List<String> before = ids(app);

      Exception syntax =
          assertThrows(
              IllegalArgumentException.class, () -> app.set("memcachedNodes", "n1:localhost"));
      Exception unknown =
          assertThrows(IllegalArgumentException.class, () -> app.set("failoverNodes", "n7"));
      Exception copies = assertThrows(IllegalArgumentException.class, () -> app.set("copies", "3"));

      assertTrue(message(syntax).startsWith("memcachedNodes=\"n1:localhost\": "), message(syntax));
      assertTrue(message(syntax).contains("n1:cache1:11211"), message(syntax));
      assertTrue(message(unknown).contains("it has [n1, n2]"), message(unknown));
      assertTrue(message(copies).contains("use 1 to 2"), message(copies));
      assertEquals(before, ids(app));
      assertEquals(list("n1", "n2"), app.get("memcachedNodes"));
      assertEquals("", app.get("failoverNodes"));
    }
  }

  // ---- not sticky ----

  @Test
  void memcachedNodesWhenChangedStepByStepThenTomcatsThatShareASessionMissNoAnswer() {
    Visitor visitor = new Visitor("all");
    visitor.ask(t1(), "info");
    CountingClients clients = new CountingClients(visitor, 4, List.of(t1(), t2()));
    clients.start();
    clients.awaitAnswers(20);

    for (String list : List.of(list("n1", "n3"), list("n4", "n3"))) {
      for (TomcatProcess tomcat : List.of(t1(), t2())) {
        try (ManagerBean all = ManagerBean.of(tomcat, "all")) {
          all.set("memcachedNodes", list);
          clients.awaitAnswers(20);
          clients.takeTheirTime(true);
          awaitSettled(all);
          clients.takeTheirTime(false);
        }
      }
    }
    clients.finish(200);

    assertEquals(List.of(), clients.failures());
    assertEquals(clients.counts().size(), new HashSet<>(clients.counts()).size());
    assertEquals(clients.counts().size(), clients.total(t1()));
    assertEquals(clients.counts().size(), clients.total(t2()));
    changeOnBoth("all", list("n4", "n1"), "");
    changeOnBoth("all", list("n1", "n2"), "");
  }

  @Test
  void memcachedNodesWhenTooManyAreChangedAtATimeThenTheErrorSaysToGoStepByStep() {
    try (ManagerBean all = ManagerBean.of(t1(), "all")) {
      Exception tooMany =
          assertThrows(
              IllegalArgumentException.class, () -> all.set("memcachedNodes", list("n3", "n4")));
      Exception failover =
          assertThrows(IllegalArgumentException.class, () -> all.set("failoverNodes", "n2"));

      assertTrue(message(tooMany).contains("step by step"), message(tooMany));
      assertTrue(message(failover).contains("not sticky"), message(failover));
      assertEquals(2, all.list("nodes").size());
    }
  }

  // ---- how ----

  private static String message(Exception error) {
    return Objects.requireNonNull(error.getMessage());
  }

  /** A list of nodes as the attribute has it. */
  private String list(String... ids) {
    Map<String, MemcachedNode> all =
        Map.of("n1", cluster().n1, "n2", cluster().n2, "n3", n3, "n4", n4);
    List<String> nodes = new ArrayList<>();
    for (String id : ids) {
      nodes.add(id + ":" + Objects.requireNonNull(all.get(id)).location());
    }
    return String.join(",", nodes);
  }

  /** Changes the list on one Tomcat after the other, and waits until nothing is left to do. */
  private void changeOnBoth(String context, String list, String failover) {
    try (ManagerBean first = ManagerBean.of(t1(), context);
        ManagerBean second = ManagerBean.of(t2(), context)) {
      for (ManagerBean manager : List.of(first, second)) {
        manager.call("changeNodes", list, failover, "auto");
      }
      awaitSettled(first);
      awaitSettled(second);
    }
  }

  private static void awaitSettled(ManagerBean manager) {
    Await.until(
        "all sessions are where they belong",
        SETTLED,
        () ->
            manager.get("resyncWaiting").equals(0)
                && manager.list("nodes").stream().allMatch(node -> !node.contains("LEAVING")));
  }

  private static List<String> ids(ManagerBean manager) {
    return manager.list("nodes").stream().map(node -> node.split(" ", 2)[0]).toList();
  }

  private List<Visitor> visitors(TomcatProcess tomcat) {
    List<Visitor> visitors =
        IntStream.range(0, SESSIONS).mapToObj(number -> new Visitor("app")).toList();
    visitors.forEach(visitor -> visitor.insist(tomcat, "probe/set?name=fruit&value=apple"));
    return visitors;
  }

  private void assertNoneIsLostWithItsTomcat(List<Visitor> visitors) {
    t1().kill();
    visitors.forEach(visitor -> assertEquals("apple", visitor.value(t2(), "get?name=fruit")));
  }

  private static int connections(MemcachedNode node) {
    return Integer.parseInt(Objects.requireNonNull(node.probe().stats().get("curr_connections")));
  }
}
