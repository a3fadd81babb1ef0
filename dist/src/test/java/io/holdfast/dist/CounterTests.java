package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * A counter in one session that many clients raise through all Tomcats: each answer is another
 * number, and the last number is how often it was raised. All locking modes that promise it are
 * under load at the same time, while nodes and a Tomcat are killed.
 */
abstract class CounterTests extends ClusterTests {

  /** Of each context; each night more. */
  private static final int INCREMENTS =
      "all".equals(System.getProperty("holdfast.lines")) ? 500 : 300;

  /** How many clients count in the session of each context. */
  static final Map<String, Integer> CLIENTS = Map.of("all", 8, "pattern", 16, "auto", 32);

  /** The Tomcats that count; the last of them is killed and started again. */
  List<TomcatProcess> tomcats() {
    return List.of(t1(), t2());
  }

  @Test
  void countWhenNodesAndATomcatAreKilledThenMissesNoAnswer(TestReporter reporter) {
    List<TomcatProcess> tomcats = tomcats();
    Map<String, CountingClients> all = new TreeMap<>();
    CLIENTS.forEach(
        (context, clients) -> {
          Visitor visitor = new Visitor(context);
          visitor.ask(t1(), "info");
          all.put(context, new CountingClients(visitor, clients, tomcats));
        });

    all.values().forEach(CountingClients::start);
    killNodesInTurn(all.values());
    killLast(tomcats, all.values());
    CountingClients.awaitAnswers(all.values(), 3 * INCREMENTS / 10);
    all.values().forEach(clients -> clients.finish(INCREMENTS));

    all.forEach((context, clients) -> reporter.publishEntry(context, describe(clients)));
    all.values().forEach(this::assertExact);
  }

  /** Each node is killed when all Tomcats have seen that the other one is back. */
  private void killNodesInTurn(Collection<CountingClients> all) {
    for (MemcachedNode node : cluster().nodes()) {
      awaitSome(all);
      node.kill();
      awaitSome(all);
      node.start();
      all.forEach(clients -> clients.takeTheirTime(true));
      Cluster.awaitNodesSeen(tomcats(), CLIENTS.keySet());
      all.forEach(clients -> clients.takeTheirTime(false));
    }
  }

  private static void killLast(List<TomcatProcess> tomcats, Collection<CountingClients> all) {
    TomcatProcess last = tomcats.get(tomcats.size() - 1);
    // A request that waits already has less time left to wait for the lease of the killed Tomcat.
    all.forEach(clients -> clients.takeTheirTime(true));
    awaitSome(all);
    last.kill();
    all.forEach(clients -> clients.use(tomcats.subList(0, tomcats.size() - 1)));
    awaitSome(all);
    all.forEach(clients -> clients.takeTheirTime(true));
    last.start();
    all.forEach(clients -> clients.use(tomcats));
    all.forEach(clients -> clients.takeTheirTime(false));
    awaitSome(all);
  }

  private static void awaitSome(Collection<CountingClients> all) {
    CountingClients.awaitAnswers(all, INCREMENTS / 10);
  }

  private void assertExact(CountingClients clients) {
    Set<Integer> distinct = new HashSet<>(clients.counts());
    int answered = clients.counts().size();
    int raised = clients.total(t1());
    assertEquals(List.of(), clients.failures());
    assertEquals(answered, distinct.size(), () -> "the same answers: " + clients.duplicates());
    assertTrue(
        raised >= answered && raised <= answered + clients.broken(),
        () -> raised + " of " + answered + " and " + clients.broken() + " without an answer");
  }

  private String describe(CountingClients clients) {
    return "%d answers, %d distinct, %d without an answer, raised %d times"
        .formatted(
            clients.counts().size(),
            clients.counts().stream().distinct().count(),
            clients.broken(),
            clients.total(t1()));
  }
}
