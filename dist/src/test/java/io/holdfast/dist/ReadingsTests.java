package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each number moves when what it counts happens, as an operator's console shows it. */
abstract class ReadingsTests extends ClusterTests {

  private static final String TYPE = "java.util.concurrent.atomic.AtomicReference";

  /** What nodes are missing is given to them when they are seen, which counts as well. */
  @BeforeEach
  void awaitNodesSeen() {
    for (Mode mode : Mode.values()) {
      cluster().awaitNodesSeen(List.of(mode.context("app"), mode.context("later")));
    }
    cluster().awaitCopies();
  }

  @InEachMode
  void readingsWhenASessionIsStoredThenTellItsBytesAndTimes(Mode mode) {
    Numbers before = Numbers.of(t1(), mode.context("app"));

    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    Numbers after = Numbers.of(t1(), mode.context("app"));
    assertEquals(before.get("backupsStored") + 1, after.get("backupsStored"));
    assertEquals(before.get("saveCount") + 1, after.get("saveCount"));
    assertTrue(
        after.get("bytesWritten") - before.get("bytesWritten")
            >= cluster().recordBytes(visitor).length);
    before.assertMoved("encodeCount", "nodeOperationCount");
    assertTrue(after.get("saveMicrosP50") > 0, after::toString);
    assertTrue(after.get("saveMicrosP50") <= after.get("saveMicrosP95"), after::toString);
    assertTrue(after.get("saveMicrosP95") <= after.get("saveMicrosP99"), after::toString);
    assertTrue(after.get("saveMicrosP99") <= after.get("saveMicrosMax"), after::toString);
  }

  @InEachMode
  void readingsWhenASessionComesFromAnotherTomcatThenTellTheTakeover(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Numbers before = Numbers.of(t2(), mode.context("app"));

    visitor.ask(t2(), "get?name=fruit");

    assertEquals(List.of(1L, 1L, 1L), before.growth("takeovers", "loadsFound", "loadCount"));
    before.assertMoved("bytesRead", "decodeCount");
  }

  @InEachMode
  void readingsWhenASessionIsUnknownThenTellThat(Mode mode) {
    Numbers before = Numbers.of(t1(), mode.context("app"));
    Visitor visitor = mode.visitor("app");
    visitor.browser.setCookie("JSESSIONID", "0123456789ABCDEF0123456789ABCDEF");

    visitor.ask(t1(), "peek");

    before.assertMoved("loadsAbsent");
  }

  @InEachMode
  void readingsWhenASessionEndsThenTellTheDeletion(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Numbers before = Numbers.of(t1(), mode.context("app"));

    visitor.ask(t1(), "invalidate");

    Await.value("deletes", () -> before.growth("deletes"), List.of(1L)::equals);
  }

  @Test
  void readingsWhenARequestChangesNothingThenTellTheSkippedBackup() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "basket/new");
    Numbers before = Numbers.of(t1(), "app");

    visitor.ask(t1(), "basket");

    assertEquals(List.of(1L, 0L), before.growth("backupsSkipped", "backupsStored"));
  }

  @InEachMode
  void readingsWhenAClassIsRefusedThenTellItAndTheAttribute(Mode mode) {
    Numbers before = Numbers.of(t1(), mode.context("strict"));

    mode.visitor("strict").ask(t1(), "make?name=bad&type=" + TYPE + "&value=x");

    before.assertMoved("classesRejected", "attributesRejected");
  }

  @InEachMode
  void readingsWhenARequestIsIgnoredThenTheManagerTellsIt(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");
    Numbers before = Numbers.of(t1(), mode.context("app"));

    visitor.ask(t1(), "peek.png");

    assertEquals(List.of(1L), before.growth("requestsIgnored"));
  }

  @InEachMode
  void readingsWhenASessionIsLargeThenTellItsParts(Mode mode) {
    Numbers before = Numbers.of(t1(), mode.context("app"));

    mode.visitor("app").ask(t1(), "fill?name=a&value=2000000");

    before.assertMoved("recordsInParts");
  }

  @InEachMode
  void readingsWhenASessionIsTooLargeThenTellThat(Mode mode) {
    Numbers before = Numbers.of(t1(), mode.context("small"));

    mode.visitor("small").ask(t1(), "fill?name=a&value=4000");

    before.assertMoved("recordsTooLarge");
  }

  @Test
  void readingsWhenTwoTomcatsWriteAtATimeThenTellTheConflict() {
    Visitor visitor = Mode.NON_STICKY.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Numbers before = Numbers.of(t1(), Mode.NON_STICKY.context("app"));
    String gate = "conflict-" + visitor.id();

    try (OpenResponse held = visitor.open(t1(), "hold?name=" + gate + "&value=x")) {
      visitor.copy().ask(t2(), "set?name=fruit&value=pear");
      new Visitor(Mode.NON_STICKY.context("app")).ask(t1(), "release?name=" + gate);
      var unused = held.finish();
    }

    Await.until("the conflict is counted", () -> before.growth("saveConflicts").get(0) > 0);
  }

  @Test
  void readingsWhenTheNodesHangThenTellWhatWaitsAndWhatWasReplaced() {
    Visitor visitor = new Visitor("later");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Await.until("stored", () -> cluster().isStored(visitor.id()));
    Numbers before = Numbers.of(t1(), "later");

    try {
      cluster().nodes().forEach(MemcachedNode::freeze);
      for (int i = 0; i < 5; i++) {
        visitor.ask(t1(), "set?name=fruit&value=" + i);
      }

      Await.until("backups are replaced", () -> before.growth("backupsCoalesced").get(0) > 0);
    } finally {
      cluster().nodes().forEach(MemcachedNode::thaw);
    }

    awaitNodesSeen();
    Await.until(
        "the last one is stored",
        () -> "4".equals(cluster().record(visitor).attributes().get("fruit")));
    Await.value(
        "waiting backups", () -> Numbers.of(t1(), "later").get("backupsWaiting"), n -> n == 0);
  }

  @InEachMode
  void readingsWhenAllNodesAreDeadThenTellWhatIsNotStoredUntilItIs(Mode mode) {
    String context = mode.context("later");
    Visitor visitor = mode.visitor("later");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Await.until("stored", () -> cluster().isStored(visitor.id()));
    awaitNumber(context, "sessionsNotStored", 0);
    long resynced = resynced(context);

    try {
      cluster().nodes().forEach(MemcachedNode::kill);
      awaitNumber(context, "nodesLost", 2);
      assertEquals(
          "LOST true", ofNode(context, "n1", "state") + " " + ofNode(context, "n1", "lost"));
      Numbers before = Numbers.of(t1(), context);
      for (int i = 0; i < 7; i++) {
        visitor.ask(t1(), "set?name=fruit&value=" + i);
      }

      Await.value("failed", () -> before.growth("backupsFailed").get(0), n -> n >= 7);
      assertEquals(List.of(0L, 0L), before.growth("backupsSkipped", "backupsStored"));
      assertTrue(Numbers.of(t1(), context).get("sessionsNotStored") >= 1);
    } finally {
      cluster().nodes().forEach(MemcachedNode::start);
    }

    awaitNumber(context, "nodesLost", 0);
    awaitNumber(context, "sessionsNotStored", 0);
    assertTrue(resynced(context) > resynced);
    assertEquals("6", cluster().record(visitor).attributes().get("fruit"));
    assertEquals("AVAILABLE", ofNode(context, "n1", "state"));
  }

  private void awaitNumber(String context, String name, long wanted) {
    Await.value(
        name, Duration.ofSeconds(60), () -> Numbers.of(t1(), context).get(name), n -> n == wanted);
  }

  private long resynced(String context) {
    try (ManagerBean bean = ManagerBean.of(t1(), context)) {
      return bean.count("resyncDone");
    }
  }

  private Object ofNode(String context, String node, String attribute) {
    String pattern = "*:type=MemcachedNode,context=/%s,node=%s,*".formatted(context, node);
    try (ManagerBean bean = ManagerBean.matching(t1(), pattern)) {
      return bean.get(attribute);
    }
  }

  @InEachMode
  void nodeWhenSessionsAreStoredThenItsMBeanCountsOperations(Mode mode) {
    String context = mode.context("app");
    Numbers before = Numbers.of(t1(), context);
    long operations = operations(context);

    mode.visitor("app").ask(t1(), "set?name=fruit&value=apple");

    Await.until(
        "the nodes have counted what the manager has",
        () ->
            operations(context) - operations == before.growth("nodeOperationCount").get(0)
                && operations(context) > operations);
    assertEquals(cluster().n1.address().toString(), ofNode(context, "n1", "address"));
  }

  private long operations(String context) {
    return List.of("n1", "n2").stream()
        .mapToLong(node -> ((Number) ofNode(context, node, "operations")).longValue())
        .sum();
  }

  @InEachMode
  void readingsWhenStatisticsAreOffThenStayZero(Mode mode) {
    Visitor visitor = mode.visitor("off");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "get?name=fruit");

    Numbers counted = Numbers.of(t2(), mode.context("off"));

    // The memory of the nodes is no statistic: it is read once a minute.
    assertEquals(List.of(0L), counted.distinctBut("nodeMemoryPercent"), counted::toString);
    assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
  }

  @InEachMode
  void nodesWhenTheyAreListedThenWithTheStateOfTheirBreakers(Mode mode) {
    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("app"))) {
      List<String> nodes = bean.list("nodes");

      assertEquals(2, nodes.size());
      nodes.forEach(node -> assertTrue(node.contains("state=AVAILABLE"), node));
      assertEquals(List.of(), bean.list("lostNodes"));
    }
  }
}
