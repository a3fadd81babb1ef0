package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A sticky session that moves back to a Tomcat which has an older copy of it, at a moment when the
 * only node that has the newer record does not answer in time.
 */
abstract class DoubtTests extends ClusterTests {

  private static final Fault LATE =
      new Fault.Latency(Duration.ofSeconds(9), Duration.ZERO); // longer than operationTimeout

  private static final String CONTEXT = "silent";

  /** What is deployed for these tests, with a node of its own. */
  static ContextXml context(SoakNode node) {
    return ContextXml.synchronous(CONTEXT)
        .manager("memcachedNodes", node.configuration())
        .manager("operationTimeout", "2000");
  }

  /** The only node of the context. */
  abstract SoakNode node();

  @Test
  void sessionWhenItMovesWhileItsNodeIsSilentThenWhatWasStoredIsNotOverwritten() {
    Visitor visitor = new Visitor(CONTEXT);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "set?name=fruit&value=pear");

    node().proxy().add(Direction.ANSWERS, LATE);
    String meanwhile = visitor.value(t1(), "get?name=fruit");
    visitor.ask(t1(), "set?name=drink&value=tea");
    node().proxy().heal();
    awaitSeen(t1());
    awaitStored(visitor, Map.of("drink", "tea", "fruit", "pear"));

    assertEquals("apple", meanwhile);
    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
    assertEquals("tea", visitor.value(t1(), "get?name=drink"));
    awaitSeen(t2());
    assertEquals("pear", visitor.value(t2(), "get?name=fruit"));
    assertEquals("tea", visitor.value(t2(), "get?name=drink"));
  }

  @Test
  void sessionWhenItWasOnlyReadMeanwhileThenTheNewerOneIsServedAsSoonAsItIsSeen() {
    Visitor visitor = new Visitor(CONTEXT);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "set?name=fruit&value=pear");

    node().proxy().add(Direction.ANSWERS, LATE);
    String meanwhile = visitor.value(t1(), "get?name=fruit");
    node().proxy().heal();
    awaitSeen(t1());

    assertEquals("apple", meanwhile);
    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
    awaitSeen(t2());
    assertEquals("pear", visitor.value(t2(), "get?name=fruit"));
  }

  /** What a session is like while its node is away; afterwards nothing is missing. */
  @Test
  void sessionWhenItMovesToAndFroWhileItsNodeIsAwayThenEachTomcatServesIt() {
    Visitor visitor = new Visitor(CONTEXT);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "set?name=fruit&value=pear");

    node().proxy().down();
    visitor.ask(t1(), "set?name=drink&value=tea");
    String there = visitor.value(t2(), "get?name=fruit");
    node().proxy().heal();
    awaitSeen(t2());

    assertEquals("pear", there);
    assertEquals("pear", fruitWithNode(visitor, t2()));
    awaitSeen(t1());
    assertEquals("pear", fruitWithNode(visitor, t1()));
  }

  /**
   * The fruit that a Tomcat shows while it reaches the node. A connection may be replaced once more
   * after it was healed; then the session goes on as it is there for one more request.
   */
  private static String fruitWithNode(Visitor visitor, TomcatProcess tomcat) {
    AtomicReference<String> fruit = new AtomicReference<>("none");
    Await.until(
        "the node is asked, and answers",
        Duration.ofSeconds(20),
        () -> {
          String failed = failedLoads(visitor, tomcat);
          fruit.set(visitor.value(tomcat, "get?name=fruit"));
          return failedLoads(visitor, tomcat).equals(failed);
        });
    return Objects.requireNonNull(fruit.get());
  }

  /** How many loads found no node; asked by a visitor of its own. */
  private static String failedLoads(Visitor visitor, TomcatProcess tomcat) {
    return Objects.requireNonNull(
        new Visitor(visitor.context()).ask(tomcat, "counters").get(Metric.LOADS_FAILED.name()));
  }

  /**
   * Waits until a Tomcat stores sessions: healing breaks the connections, and a node that counts as
   * lost is not the only one that cannot be reached at that moment.
   */
  private void awaitSeen(TomcatProcess tomcat) {
    Await.until("the node is seen", Duration.ofSeconds(20), () -> isSeen(tomcat));
  }

  private boolean isSeen(TomcatProcess tomcat) {
    Visitor other = new Visitor(CONTEXT);
    other.ask(tomcat, "set?name=seen&value=now");
    return node().stored(other.id()) != null
        && "".equals(other.ask(tomcat, "counters").get("lost"));
  }

  private void awaitStored(Visitor visitor, Map<String, Object> attributes) {
    Await.value(
        "stored",
        Duration.ofSeconds(20),
        () -> node().stored(visitor.id()),
        stored -> stored != null && stored.attributes().equals(attributes));
  }
}
