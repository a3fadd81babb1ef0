package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose instance is here, of large records that nodes need not send again. */
final class UnchangedReadsTest {

  private static final String BULK = "x".repeat(2_000);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1");
  private final EngineTomcat t2 = tomcat("t2");

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  private void create(String bulk) {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    session.set("bulk", bulk);
    t1.end(session);
    nodes.clearOperations();
  }

  private void assertReads(int compared, int sent) {
    assertEquals(compared, count("compare s"), nodes.operations()::toString);
    assertEquals(sent, count("load s"), nodes.operations()::toString);
  }

  private long count(String operation) {
    return nodes.operations().stream().filter(operation::equals).count();
  }

  @Test
  void readWhenItsOwnWriteWasTheLastThenNoNodeSendsTheRecord() {
    create(BULK);

    assertEquals("apple", t1.read("s", "fruit"));

    assertReads(2, 0);
  }

  @Test
  void readWhenTheLastReadShowedItThenNoNodeSendsTheRecord() {
    create(BULK);
    assertEquals("apple", t2.read("s", "fruit"));
    nodes.clearOperations();

    for (int i = 0; i < 3; i++) {
      assertEquals("apple", t2.read("s", "fruit"));
    }

    assertReads(6, 0);
  }

  /** Bytes that are not read do not count as read. */
  @Test
  void readWhenNothingIsSentThenNoBytesAreCountedAndTheSessionIsFound() {
    create(BULK);
    long found = t1.count(Metric.LOADS_FOUND);

    assertEquals("apple", t1.read("s", "fruit"));

    assertEquals(0, t1.count(Metric.BYTES_READ));
    assertEquals(found + 1, t1.count(Metric.LOADS_FOUND));
  }

  @Test
  void readWhenTheRecordIsSmallThenTheNodesSendItAtOnce() {
    create("little");

    assertEquals("apple", t1.read("s", "fruit"));

    assertReads(0, 2);
  }

  @Test
  void readWhenANodeDoesNotTellVersionsThenItsCopyIsSentOnce() {
    nodes.get("n1").reportNoVersions();
    nodes.get("n2").reportNoVersions();
    create(BULK);

    assertEquals("apple", t1.read("s", "fruit"));
    assertReads(0, 2);
    assertEquals("apple", t1.read("s", "fruit"));
    assertReads(2, 2);
  }

  @Test
  void readWhenAnotherTomcatHasChangedItThenThatIsRead() {
    create(BULK);
    t2.request("s", session -> session.set("fruit", "pear"));
    nodes.clearOperations();

    assertEquals("pear", t1.read("s", "fruit"));

    assertReads(2, 2);
  }

  /** Who writes in turn with another Tomcat saves a step each time. */
  @Test
  void readWhenAnotherTomcatHadChangedItTheLastTimeThenTheNodesSendItAtOnce() {
    create(BULK);
    t2.request("s", session -> session.set("fruit", "pear"));
    assertEquals(SaveOutcome.SAVED, t1.request("s", session -> session.set("cart", "full")));
    t2.request("s", session -> session.set("fruit", "plum"));
    nodes.clearOperations();

    assertEquals("plum", t1.read("s", "fruit"));

    assertReads(0, 2);
  }

  @Test
  void readWhenNobodyHasChangedItSinceTheLastTimeThenTheNodesCompareAgain() {
    create(BULK);
    t2.request("s", session -> session.set("fruit", "pear"));
    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals("pear", t1.read("s", "fruit"));
    nodes.clearOperations();

    assertEquals("pear", t1.read("s", "fruit"));

    assertReads(2, 0);
  }

  @Test
  void changeWhenNothingWasSentThenItReplacesTheRecordAtOnce() {
    create(BULK);

    assertEquals(SaveOutcome.SAVED, t1.request("s", session -> session.set("fruit", "pear")));

    assertReads(2, 0);
    assertEquals(2, count("store s"));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void changeWhenAnotherTomcatIsFasterThenBothChangesAreThere() {
    create(BULK);
    FakeInstance slow = Objects.requireNonNull(t1.begin("s"));
    t2.request("s", session -> session.set("cart", "full"));
    slow.set("fruit", "pear");

    assertEquals(SaveOutcome.SAVED, t1.end(slow));

    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("full", t1.read("s", "cart"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneNodeHasEvictedItThenItIsThereAgain(String evicting) {
    create(BULK);
    nodes.get(evicting).wipe();

    assertEquals("apple", t1.read("s", "fruit"));

    assertTrue(nodes.get(evicting).keys().contains("s"));
    nodes.get(evicting.equals("n1") ? "n2" : "n1").wipe();
    assertEquals("apple", t2.read("s", "fruit"));
  }

  /** The write has not reached one node, which answers again by the next request. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneNodeHasAnOlderCopyThenItGetsTheNewerOne(String old) {
    create(BULK);
    byte[] older = Objects.requireNonNull(nodes.get(old).load("s").join()).bytes();
    t1.request("s", session -> session.set("fruit", "pear"));
    put(old, older);
    nodes.clearOperations();

    assertEquals("pear", t1.read("s", "fruit"));

    assertReads(2, 1);
    nodes.get(old.equals("n1") ? "n2" : "n1").wipe();
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void readWhenTheSessionHasEndedElsewhereThenItIsGone() {
    create(BULK);
    t2.invalidate(Objects.requireNonNull(t2.begin("s")));

    assertNull(t1.read("s", "fruit"));
  }

  /** A node refuses, and the other one alone has not changed. */
  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE", "REFUSED"})
  void readWhenOneNodeDoesNotAnswerThenTheOtherIsEnough(Reason reason) {
    create(BULK);
    nodes.get("n1").failWith(reason);

    assertEquals("apple", t1.read("s", "fruit"));

    nodes.get("n1").heal();
    assertEquals("apple", t1.read("s", "fruit"));
  }

  @Test
  void readWhenNoNodeAnswersThenTheInstanceGoesOnAndTheNodesSendItTheNextTime() {
    create(BULK);
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.TIMEOUT));
    assertEquals("apple", t1.read("s", "fruit"));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    nodes.clearOperations();

    assertEquals("apple", t1.read("s", "fruit"));

    assertReads(0, 2);
  }

  /** Who reads behind the lease renews the version, so the record has to be sent. */
  @Test
  void readWhenUnderTheLeaseThenTheNodesSendIt() {
    create(BULK);

    assertNotNull(EngineTomcat.now(t1.beginLater("s", true)));

    assertReads(0, 2);
  }

  @Test
  void readWhenAnotherTomcatHasUsedItThenTheTimeIsKnown() {
    create(BULK);
    assertEquals("apple", t1.read("s", "fruit"));
    nodes.clock.advance(Duration.ofMinutes(20));
    assertEquals("apple", t2.read("s", "fruit"));
    nodes.clock.advance(Duration.ofMinutes(20));
    nodes.clearOperations();

    assertNotNull(t1.begin("s"));

    assertReads(2, 0);
  }

  /**
   * As of a record that is sent: a note by a clock that is ahead counts no longer than it lasts.
   */
  @ParameterizedTest
  @ValueSource(strings = {"little", "large"})
  void readWhenANoteOfUseIsGoneThenTheRecordsOwnTimeCounts(String size) {
    create(size.equals("large") ? BULK : "little");
    nodes.clock.advance(Duration.ofMinutes(20));
    assertEquals("apple", t2.read("s", "fruit"));
    nodes.clock.advance(Duration.ofMinutes(20));
    FakeInstance session = Objects.requireNonNull(t2.local.get("s"));
    nodes.ids().forEach(id -> EngineTomcat.now(nodes.get(id).delete("s:a")));

    assertNull(t2.begin("s"), () -> String.valueOf(session.times()));
  }

  /** A node evicts the chunks of a large record one by one. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneNodeLacksAChunkThenItIsWholeAgain(String evicting) {
    EngineTomcat writing = chunking("t3");
    FakeInstance session = writing.create("l");
    session.set("fruit", BULK);
    writing.end(session);
    assertEquals(BULK, writing.read("l", "fruit"));
    evictOneChunk(nodes.get(evicting));

    assertEquals(BULK, writing.read("l", "fruit"));

    nodes.get(evicting.equals("n1") ? "n2" : "n1").wipe();
    assertEquals(BULK, chunking("t5").read("l", "fruit"));
  }

  private EngineTomcat chunking(String name) {
    Random random = new Random(name.hashCode());
    SessionMetrics metrics = new SessionMetrics(true);
    ChunkLimits limits = new ChunkLimits(1_000, 20_000, 4_000);
    Map<String, NodeStore> stores = new HashMap<>();
    nodes
        .stores()
        .forEach((id, node) -> stores.put(id, new ChunkedStore(id, node, limits, random, metrics)));
    return new EngineTomcat(
        stores, 2, Granularity.ATTRIBUTE, new JdkTranscoder(), random, nodes.clock);
  }

  private static void evictOneChunk(FaultyStore node) {
    int length = StorageKeys.partKeyOf("l", 0, 0).length();
    String chunk =
        node.keys().stream().filter(key -> key.length() == length).findFirst().orElseThrow();
    assertTrue(EngineTomcat.now(node.delete(chunk)));
  }

  private void put(String node, byte[] record) {
    var unused =
        EngineTomcat.now(
            nodes.get(node).store("s", record, new TimeToLive(3_600), WriteCondition.always()));
  }
}
