package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that die or hang while any Tomcat may serve a session; each session is on two. */
abstract class NodeLossTests extends ClusterTests {

  private static final Duration COPIED = Duration.ofSeconds(30);

  /** As the context {@code patient} has it. */
  private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(4);

  /** Less than an operation's time, and more than a request takes that waits for none. */
  private static final Duration NO_WAIT = Duration.ofSeconds(3);

  @AfterEach
  final void bringNodesBack() {
    cluster().nodes().stream().filter(node -> !node.isRunning()).forEach(MemcachedNode::start);
    cluster().awaitNodesSeen(List.of("app", "patient", "all"));
  }

  @Test
  void sessionsWhenANodeIsKilledBetweenTwoRequestsThenLoseNothing() {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      visitors.add(new Visitor("app"));
      visitors.get(i).ask(t1(), "set?name=fruit&value=apple" + i);
    }
    awaitCopies(visitors);

    cluster().n1.kill();
    List<String> afterTheFirst = fruits(visitors, t2());
    cluster().n1.start();
    awaitCopies(visitors);
    cluster().n2.kill();
    List<String> afterTheSecond = fruits(visitors, t1());

    List<String> all =
        visitors.stream().map(visitor -> "apple" + visitors.indexOf(visitor)).toList();
    assertEquals(all, afterTheFirst);
    assertEquals(all, afterTheSecond);
  }

  private static List<String> fruits(List<Visitor> visitors, TomcatProcess tomcat) {
    return visitors.stream().map(visitor -> visitor.value(tomcat, "get?name=fruit")).toList();
  }

  /** Until both nodes hold the same version of each. */
  private void awaitCopies(List<Visitor> visitors) {
    for (Visitor visitor : visitors) {
      Await.until(
          "two copies",
          COPIED,
          () -> {
            StoredSession one = cluster().storedOn(cluster().n1, visitor.id());
            StoredSession other = cluster().storedOn(cluster().n2, visitor.id());
            return one != null && other != null && one.version() == other.version();
          });
    }
  }

  @Test
  void requestWhenANodeIsKilledMeanwhileThenItsChangeIsStored() {
    for (MemcachedNode node : cluster().nodes()) {
      Visitor visitor = new Visitor("all");
      visitor.ask(t1(), "count");
      awaitCopies(List.of(visitor));
      cluster().awaitNoLease(visitor);
      String gate = "until" + node.port();
      CompletableFuture<Response> during = Cluster.pondering(visitor, t1(), gate);

      node.kill();
      new Visitor("all").ask(t1(), "release?name=" + gate);
      Response answer = during.join();
      String seen = visitor.ask(t2(), "count").get("count");
      bringNodesBack();

      assertEquals(200, answer.status(), answer::body);
      assertEquals("2", Visitor.lines(answer).get("count"));
      assertEquals("3", seen);
    }
  }

  @Test
  void requestsWhenANodeHangsThenWaitOnlyUntilItIsLeftAlone() {
    Visitor visitor = new Visitor("patient");
    visitor.ask(t1(), "count");
    visitor.ask(t2(), "count");
    awaitCopies(List.of(visitor));
    MemcachedNode node = cluster().n1;
    List<Duration> first = new ArrayList<>();
    List<Duration> later = new ArrayList<>();

    node.freeze();
    try {
      for (TomcatProcess tomcat : List.of(t1(), t2())) {
        first.add(timeOf(() -> visitor.ask(tomcat, "get?name=count")));
        first.add(timeOf(() -> visitor.ask(tomcat, "count")));
        Await.until("left alone", () -> lost(tomcat).equals("n1"));
        for (int i = 0; i < 10; i++) {
          later.add(timeOf(() -> visitor.ask(tomcat, "get?name=count")));
          later.add(timeOf(() -> visitor.ask(tomcat, "count")));
        }
      }
    } finally {
      node.thaw();
    }
    cluster().awaitNodesSeen(List.of("patient"));
    String count = visitor.ask(t1(), "count").get("count");

    Duration most = OPERATION_TIMEOUT.plus(NO_WAIT);
    assertTrue(first.stream().allMatch(time -> time.compareTo(most) < 0), first::toString);
    assertTrue(later.stream().allMatch(time -> time.compareTo(NO_WAIT) < 0), later::toString);
    assertEquals("25", count);
    awaitCopies(List.of(visitor));
  }

  private static String lost(TomcatProcess tomcat) {
    return String.valueOf(new Visitor("patient").ask(tomcat, "counters").get("lost"));
  }

  private static Duration timeOf(Runnable request) {
    long start = System.nanoTime();
    request.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
