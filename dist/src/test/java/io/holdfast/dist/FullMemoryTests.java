package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Nodes with memory for fewer sessions than there are: one evicts, the other one refuses. */
@RequiresRealMemcached
abstract class FullMemoryTests extends ClusterTests {

  private static final MemcachedLimits SMALL = new MemcachedLimits(2, 1024 * 1024);

  /** Three megabytes of them are too much. */
  private static final int SESSIONS = 75;

  private static final int FITTING = 20;
  private static final Duration STORED = Duration.ofSeconds(60);
  private static final String FILL = "fill?name=big&value=40000";
  private static final String SUM = "sum?name=big";

  /**
   * What is deployed for these tests.
   *
   * @param nodes as {@link #nodes}
   */
  static List<ContextXml> contexts(List<MemcachedNode> nodes) {
    return Mode.each(
        on("evicting", "n1:" + nodes.get(0).address()),
        on("refusing", "n1:" + nodes.get(1).address()));
  }

  /** Starts one node that evicts when its memory is full, and one that refuses. */
  static List<MemcachedNode> start() {
    return List.of(MemcachedProcess.start(SMALL), MemcachedProcess.start(SMALL, "-M"));
  }

  /** The nodes that {@link #start} has started. */
  abstract List<MemcachedNode> nodes();

  private MemcachedNode evicting() {
    return nodes().get(0);
  }

  private MemcachedNode refusing() {
    return nodes().get(1);
  }

  private static ContextXml on(String name, String nodes) {
    return ContextXml.synchronous(name).manager("memcachedNodes", nodes);
  }

  @InEachMode
  void sessionWhenItsRecordIsEvictedThenLivesOnInItsTomcatOnly(Mode mode) {
    long failedBefore = failures(mode, "evicting");
    List<Visitor> visitors = visitors(mode, "evicting");
    List<Visitor> evicted = withoutRecord(visitors, evicting());
    Visitor elsewhere = evicted.get(0).copy();
    long absentBefore = elsewhere.counter(t2(), Metric.LOADS_ABSENT);

    String there = elsewhere.ask(t2(), "info").get("new");
    List<String> here = sums(visitors);

    assertTrue(evicted.size() < SESSIONS, () -> "none is stored");
    assertEquals("true", there);
    assertTrue(elsewhere.counter(t2(), Metric.LOADS_ABSENT) > absentBefore);
    assertEquals(SESSIONS, here.size());
    assertEquals(1, here.stream().distinct().count(), here::toString);
    assertEquals(failedBefore, failures(mode, "evicting"));
    assertEquals("", lost(mode, "evicting"));
  }

  @InEachMode
  void sessionWhenItsNodeRefusesItThenLivesOnUntilThereIsMemoryAgain(Mode mode) {
    long before = mode.visitor("refusing").counter(t1(), Metric.NODE_REFUSALS);
    List<Visitor> visitors = visitors(mode, "refusing");
    List<Visitor> refused = withoutRecord(visitors, refusing());
    List<String> here = sums(visitors);
    long after = mode.visitor("refusing").counter(t1(), Metric.NODE_REFUSALS);
    String lostThen = lost(mode, "refusing");

    visitors.subList(FITTING, SESSIONS).forEach(visitor -> visitor.ask(t1(), "invalidate"));
    refusing().probe().flushAll();
    List<Visitor> rest = visitors.subList(0, FITTING);
    rest.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=apple"));
    Await.until("all are stored", STORED, () -> withoutRecord(rest, refusing()).isEmpty());
    cluster().awaitNodesSeen(List.of(mode.context("refusing")));
    List<String> there = rest.stream().map(visitor -> visitor.value(t2(), SUM)).toList();
    rest.forEach(visitor -> visitor.ask(t2(), "invalidate"));

    assertFalse(refused.isEmpty());
    assertEquals(1, here.stream().distinct().count(), here::toString);
    assertTrue(after > before);
    assertEquals("", lostThen);
    assertTrue(t1().logs().contains("SERVER_ERROR out of memory storing object"));
    assertEquals(here.subList(0, FITTING), there);
  }

  /** So many that the node cannot have all; each is answered. */
  private List<Visitor> visitors(Mode mode, String purpose) {
    return Stream.generate(() -> mode.visitor(purpose))
        .limit(SESSIONS)
        .peek(visitor -> visitor.ask(t1(), FILL))
        .toList();
  }

  private List<String> sums(List<Visitor> visitors) {
    return visitors.stream().map(visitor -> visitor.value(t1(), SUM)).toList();
  }

  private List<Visitor> withoutRecord(List<Visitor> visitors, MemcachedNode node) {
    return visitors.stream()
        .filter(visitor -> cluster().storedOn(node, visitor.id()) == null)
        .toList();
  }

  private long failures(Mode mode, String purpose) {
    return mode.visitor(purpose).counter(t1(), Metric.BACKUPS_FAILED);
  }

  private String lost(Mode mode, String purpose) {
    return Objects.requireNonNull(mode.visitor(purpose).ask(t1(), "counters").get("lost"));
  }
}
