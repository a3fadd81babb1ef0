package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that nodes have evicted although they were there all the time. */
final class SharedEvictionsTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  @BeforeEach
  void create() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
  }

  @Test
  void readWhenBothCopiesAreEvictedThenTheInstanceThatIsHereIsStoredAgain() {
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    assertEquals("apple", t1.read("s", "fruit"));

    assertEquals("apple", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneCopyIsEvictedThenItIsThereAgain(String evicting) {
    nodes.get(evicting).wipe();

    assertEquals("apple", t2.read("s", "fruit"));

    assertTrue(nodes.get(evicting).keys().contains("s"));
  }

  /** A node evicts the chunks of a large record one by one. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneCopyLacksAChunkThenItIsWholeAgain(String evicting) {
    EngineTomcat writing = chunking("t3");
    EngineTomcat reading = chunking("t4");
    String large = "apple".repeat(1_000);
    FakeInstance session = writing.create("l");
    session.set("fruit", large);
    writing.end(session);
    evictOneChunk(nodes.get(evicting), "l");

    assertEquals(large, reading.read("l", "fruit"));

    nodes.get(evicting.equals("n1") ? "n2" : "n1").wipe();
    assertEquals(large, chunking("t5").read("l", "fruit"));
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

  private static void evictOneChunk(FaultyStore node, String id) {
    int length = StorageKeys.partKeyOf(id, 0, 0).length();
    String chunk =
        node.keys().stream().filter(key -> key.length() == length).findFirst().orElseThrow();
    assertTrue(EngineTomcat.now(node.delete(chunk)));
  }

  @Test
  void readWhenBothCopiesAreThereThenNothingIsWritten() {
    nodes.clearOperations();

    assertEquals("apple", t2.read("s", "fruit"));

    assertEquals(0, nodes.count("store"));
  }

  /** A node that refuses does not count as lost, and so never returns. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void stragglersWhenANodeRefusedForLongerThanIsTriedThenItGetsItsCopy(String refusing) {
    FakeInstance session = Objects.requireNonNull(t1.local.get("s"));
    ManualTimer timer = new ManualTimer();
    SessionResync resync =
        new SessionResync(() -> List.of(session), t1.shared, node -> false, timer, 10);
    nodes.get(refusing).failWith(Reason.REFUSED);
    t1.request("s", s -> s.set("fruit", "pear"));
    t1.timer.advance(Duration.ofMinutes(1));
    nodes.get(refusing).heal();
    assertTrue(session.instanceState().isStraggler());

    resync.stragglers();
    timer.advance(Duration.ofSeconds(1));

    nodes.get(refusing.equals("n1") ? "n2" : "n1").wipe();
    assertEquals("pear", t2.read("s", "fruit"));
    assertFalse(session.instanceState().isStraggler());
    resync.stragglers();
    assertEquals(0, resync.progress().waiting());
  }

  // ---- the time is up on the Tomcat that wrote it once ----

  private boolean expiresAtT1() {
    return EngineTomcat.now(t1.shared.expire(Objects.requireNonNull(t1.local.get("s"))));
  }

  private void evict() {
    nodes.ids().forEach(id -> nodes.get(id).wipe());
  }

  @Test
  void expireWhenAllCopiesAreEvictedAndAnotherTomcatUsedItSinceThenItGoesOn() {
    t2.read("s", "fruit");
    nodes.clock.advance(Duration.ofMinutes(29));
    t2.read("s", "fruit");
    evict();
    nodes.clock.advance(Duration.ofMinutes(2));

    assertFalse(expiresAtT1());

    nodes.clock.advance(Duration.ofMinutes(20));
    assertEquals("apple", t2.read("s", "fruit"));
    nodes.clock.advance(Duration.ofMinutes(18));
    assertTrue(t1.shared.isEndDue(Objects.requireNonNull(t1.local.get("s"))));
    assertFalse(expiresAtT1());
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void expireWhenAllCopiesAreEvictedAndNobodyUsesItThenItEndsOnceNobodyCan() {
    FakeInstance session = Objects.requireNonNull(t1.local.get("s"));
    evict();
    nodes.clock.advance(Duration.ofMinutes(31));

    assertFalse(expiresAtT1());
    assertTrue(session.instanceState().isEndOpen());
    nodes.clock.advance(Duration.ofSeconds(2_250));
    assertFalse(t1.shared.isEndDue(session));
    nodes.clock.advance(Duration.ofSeconds(1));

    assertTrue(t1.shared.isEndDue(session));
    assertTrue(expiresAtT1());
    assertNull(t2.begin("s"));
  }

  /** As when the only node, or all of them, are started again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void repairWhenAllNodesCameBackEmptyThenTheySayWhenTheSessionWasUsedLast(boolean readerFirst) {
    t2.read("s", "fruit");
    nodes.clock.advance(Duration.ofMinutes(29));
    t2.read("s", "fruit");
    evict();
    for (EngineTomcat each : readerFirst ? List.of(t2, t1) : List.of(t1, t2)) {
      EngineTomcat.now(each.shared.repair(Objects.requireNonNull(each.local.get("s"))));
    }

    nodes.clock.advance(Duration.ofMinutes(2));
    assertFalse(expiresAtT1());
    nodes.clock.advance(Duration.ofMinutes(10));
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void expireWhenItsEndWasLeftOpenAndItWasEndedElsewhereThenIsNotOpen() {
    FakeInstance session = Objects.requireNonNull(t1.local.get("s"));
    FakeInstance there = Objects.requireNonNull(t2.begin("s"));
    evict();
    nodes.clock.advance(Duration.ofMinutes(31));
    assertFalse(expiresAtT1());

    t2.invalidate(there);

    assertFalse(expiresAtT1());
    assertFalse(session.instanceState().isEndOpen());
  }

  /** An operator finds it idle before its time is up. */
  @Test
  void expireWhenAllCopiesAreEvictedBeforeItsTimeIsUpThenItEnds() {
    evict();
    nodes.clock.advance(Duration.ofMinutes(10));

    assertTrue(expiresAtT1());
  }

  @Test
  void expireWhenNoNodeHasEverHadItThenItEnds() {
    FakeInstance session = t1.create("never");
    session.instanceState().use().accessEnded();
    session.instanceState().toBeSaved();
    nodes.clock.advance(Duration.ofMinutes(31));

    assertTrue(EngineTomcat.now(t1.shared.expire(session)));
  }

  @Test
  void readWhenTheSessionIsNoWhereThenNothingIsStored() {
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    assertNull(t2.read("s", "fruit"));

    assertEquals(0, nodes.get("n1").keys().size());
  }
}
