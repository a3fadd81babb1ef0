package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.routing.NodeRouter;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.DecoratedStore;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.store.FoundRecord.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes a session is read from, written to and ended on, where Tomcats differ about that. */
final class ReachTest {

  private static final SessionId ID = new SessionId("a");
  private static final TimeToLive HOUR = new TimeToLive(3_600);
  private static final int MAX_SIZE = 1_000;
  private static final int WRITER = 7;

  private final Nodes nodes = new Nodes("n1", "n2", "n3", "n4");

  /** In the order of the session's id, for a Tomcat without failover nodes. */
  private final List<String> order = new NodeRouter(nodes.ids()).order(ID.base());

  private final Set<String> lost = new HashSet<>();
  private final RecordCodec codec = new RecordCodec("test");

  @ParameterizedTest
  @CsvSource({"LIKELY, 1, 2", "LIKELY, 3, 3", "WIDE, 1, 4", "WIDE, 4, 5"})
  void nodesThenAtLeastAsManyAsThereAreCopies(Reach reach, int copies, int asked) {
    assertEquals(asked, reach.nodes(copies));
  }

  @ParameterizedTest
  @CsvSource({"LIKELY, 2", "WIDE, 4"})
  void loadWhenTheFirstNodeHasTheSessionThenAsksAsManyNodes(Reach reach, int asked) {
    create(tomcat(Set.of(), Reach.LIKELY));
    nodes.clearOperations();

    assertEquals(1, counterOf(tomcat(Set.of(), reach).load(ID).join()));
    assertEquals(asked, askedNodes());
  }

  @ParameterizedTest
  @CsvSource({"LIKELY", "WIDE"})
  void loadWhenNoneOfTheFirstHasTheSessionThenAsksTheOthers(Reach reach) {
    Nodes six = new Nodes("n1", "n2", "n3", "n4", "n5", "n6");
    List<String> all = new NodeRouter(six.ids()).order(ID.base());
    create(tomcat(six, Set.copyOf(all.subList(0, 5)), Reach.WIDE));

    assertEquals(1, counterOf(tomcat(six, Set.of(), reach).load(ID).join()));
  }

  /** As with too little memory: what the node has is unknown then, and the read does not fail. */
  @Test
  void loadWhenAnAnswerCannotBeJudgedThenTheNodeIsSilent() {
    create(tomcat(Set.of(), Reach.LIKELY));
    Map<String, NodeStore> stores = new HashMap<>(nodes.stores());
    stores.put(order.get(1), new Unjudged(nodes.get(order.get(1))));

    FoundRecord found = tomcat(nodes, stores, Set.of(), Reach.LIKELY).load(ID).join();

    assertEquals(1, counterOf(found));
    assertNull(found.holdingOn(order.get(1)));
  }

  /** Answers with a value that has no bytes. */
  private static final class Unjudged extends DecoratedStore {

    Unjudged(NodeStore store) {
      super(store);
    }

    @Override
    @SuppressWarnings("NullAway") // what no node answers
    public CompletableFuture<PairAnswer> loadPairIfChanged(
        String key, String besideKey, KnownValue known) {
      StoredPair pair = new StoredPair(new StoredValue(null, 1), null);
      return CompletableFuture.completedFuture(new PairAnswer.Read(pair));
    }
  }

  /**
   * The session moves from one Tomcat to another and back, and each has the node on its own machine
   * as its failover node: the copy on its first node is stale.
   */
  @Test
  void loadWhenTomcatsHaveOtherFailoverNodesThenTheNewestOnlyIfItIsWide() {
    SessionStore one = tomcat(Set.of(order.get(0)), Reach.WIDE);
    SessionStore other = tomcat(Set.of(order.get(1)), Reach.WIDE);
    create(one);
    change(other);
    assertEquals(1, counterOn(order.get(1)));
    assertEquals(2, counterOn(order.get(0)));

    assertEquals(2, counterOf(one.load(ID).join()));
    assertEquals(
        1, counterOf(tomcat(Set.of(order.get(0)), Reach.LIKELY).load(ID).join()), "from n1 and n3");
  }

  @Test
  void saveWhenANodeIsForFailoverThenOnlyWhileNoOtherAnswers() {
    SessionStore store = tomcat(Set.of(order.get(0)), Reach.WIDE);
    lost.addAll(order.subList(1, 4));
    create(store);
    assertEquals(1, counterOn(order.get(0)));
    lost.clear();

    change(store);

    assertEquals(1, counterOn(order.get(0)));
    assertEquals(2, counterOn(order.get(1)));
    assertEquals(2, counterOf(store.load(ID).join()));
  }

  /** With three nodes left each of two Tomcats finds what the other has written. */
  @Test
  void saveWhenANodeIsLostThenTheNextOneThatIsNotForFailover() {
    SessionStore one = tomcat(Set.of(order.get(0)), Reach.WIDE);
    SessionStore other = tomcat(Set.of(order.get(2)), Reach.WIDE);
    create(one);
    lost.add(order.get(1));
    assertInstanceOf(State.Unavailable.class, other.load(ID).join().state());
    lost.clear();
    change(other);
    lost.add(order.get(1));

    change(one);

    assertEquals(2, counterOn(order.get(0)));
    assertEquals(3, counterOn(order.get(2)));
    assertEquals(3, counterOf(other.load(ID).join()));
  }

  /** The copy on a failover node is of a Tomcat that has the session no more. */
  @Test
  void endWhenAFailoverNodeHasARecordThenItIsEndedThereToo() {
    SessionStore one = tomcat(Set.of(order.get(0)), Reach.WIDE);
    SessionStore other = tomcat(Set.of(order.get(1)), Reach.WIDE);
    create(one);
    change(other);

    end(other);

    lost.addAll(List.of(order.get(0), order.get(2), order.get(3)));
    assertInstanceOf(State.Ended.class, one.load(ID).join().state());
  }

  /** The Tomcat that ends the session has not read it: it knows what its own writes have made. */
  @Test
  void endWhenTheBasisIsAWriteThenFailoverNodesAreAsked() {
    SessionStore one = tomcat(Set.of(order.get(0)), Reach.WIDE);
    SessionStore other = tomcat(Set.of(order.get(1)), Reach.WIDE);
    create(one);
    FoundRecord basis = change(other);
    assertEquals(1, basis.holdings().size());
    nodes.clearOperations();

    end(other, basis);

    assertEquals(List.of("load a", "store a"), nodes.get(order.get(1)).operations());
    lost.addAll(List.of(order.get(0), order.get(2), order.get(3)));
    assertInstanceOf(State.Ended.class, one.load(ID).join().state());
  }

  @Test
  void endWhenAFailoverNodeHasNothingThenNothingIsWrittenThere() {
    SessionStore store = tomcat(Set.of(order.get(0)), Reach.WIDE);
    create(store);

    end(store);

    assertEquals(Set.of(), nodes.get(order.get(0)).keys());
  }

  @Test
  void endWhenAFailoverNodeDoesNotAnswerThenACopyIsMissing() {
    SessionStore store = tomcat(Set.of(order.get(0)), Reach.WIDE);
    create(store);
    nodes.get(order.get(0)).failWith(Reason.TIMEOUT);

    WriteOutcome.Stored stored = end(store);

    assertEquals(CopyResult.SILENT, stored.copies());
  }

  /** A node that did not answer at the end of the session has a record of it. */
  @Test
  void restoreWhenAFailoverNodeHasARecordThenItIsEndedThereToo() {
    SessionStore one = tomcat(Set.of(order.get(0)), Reach.WIDE);
    SessionStore other = tomcat(Set.of(order.get(1)), Reach.WIDE);
    create(one);
    FoundRecord found = other.load(ID).join();

    assertEquals(CopyResult.CURRENT, other.restore(found, tombstone(found), HOUR).join());

    lost.addAll(List.of(order.get(0), order.get(2), order.get(3)));
    assertInstanceOf(State.Ended.class, one.load(ID).join().state());
  }

  private SessionStore tomcat(Set<String> failoverNodes, Reach reach) {
    return tomcat(nodes, failoverNodes, reach);
  }

  private SessionStore tomcat(Nodes shared, Set<String> failoverNodes, Reach reach) {
    return tomcat(shared, Map.copyOf(shared.stores()), failoverNodes, reach);
  }

  private SessionStore tomcat(
      Nodes shared, Map<String, NodeStore> stores, Set<String> failoverNodes, Reach reach) {
    Placement placement =
        new Placement(shared.ids(), failoverNodes, 1, node -> !lost.contains(node));
    NodeSet nodeSet = new NodeSet(placement, stores);
    SessionMetrics metrics = new SessionMetrics(false);
    return new SessionStore(
        new StoreTools(
            () -> nodeSet,
            codec,
            (one, other) -> null,
            Runnable::run,
            StorageKeys.parse("", "localhost", "", null),
            MAX_SIZE,
            reach,
            metrics,
            new UnreadableRecords(metrics, shared.clock)));
  }

  private static void create(SessionStore store) {
    var unused = save(store, FoundRecord.unknown(ID), snapshot());
  }

  /** A request that has to look first, and changes the session. */
  private static FoundRecord change(SessionStore store) {
    FoundRecord found = store.load(ID).join();
    SessionSnapshot before = assertInstanceOf(State.Present.class, found.state()).snapshot();
    long version = RecordVersion.next(before.version(), WRITER);
    return save(store, found, before.withLineage(before.lineage().next(version)));
  }

  private static FoundRecord save(SessionStore store, FoundRecord basis, SessionSnapshot snapshot) {
    WriteOutcome written = store.save(basis, snapshot, HOUR).join();
    WrittenCopies made = assertInstanceOf(WriteOutcome.Stored.class, written).made();
    return made == null ? FoundRecord.unknown(ID) : made.basis(snapshot);
  }

  private static WriteOutcome.Stored end(SessionStore store) {
    return end(store, store.load(ID).join());
  }

  private static WriteOutcome.Stored end(SessionStore store, FoundRecord basis) {
    WriteOutcome written = store.end(basis, tombstone(basis), HOUR).join();
    return assertInstanceOf(WriteOutcome.Stored.class, written);
  }

  private static Tombstone tombstone(FoundRecord found) {
    return new Tombstone(ID, RecordVersion.next(found.version(), WRITER), 1);
  }

  private static SessionSnapshot snapshot() {
    return new SessionSnapshot(
        ID,
        RecordVersion.next(0, WRITER),
        new SessionTimes(1, 1, 1, 60),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }

  private long askedNodes() {
    return nodes.stores().values().stream().filter(node -> !node.operations().isEmpty()).count();
  }

  private static long counterOf(FoundRecord found) {
    return RecordVersion.counterOf(found.version());
  }

  private long counterOn(String node) {
    FaultyStore store = nodes.get(node);
    var found = store.load("a").join();
    return found == null ? 0 : RecordVersion.counterOf(codec.decode(found.bytes()).version());
  }
}
