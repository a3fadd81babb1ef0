package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.routing.NodeRouter;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.store.ReadsBehindLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A session that is read in one packet with the question for its lease. */
final class ReadsBehindLeaseTest {

  private static final String ID = "s";
  private static final List<String> IN_ONE_PACKET =
      List.of("store s:l", "renew s", "load s", "load s:a");
  private static final List<String> COMPARED_IN_ONE_PACKET =
      List.of("store s:l", "renew-known s", "load s:a");

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1");
  private final EngineTomcat t2 = tomcat("t2");

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  @Test
  void requestWhenItGetsTheLeaseAtOnceThenAsksEachNodeOnce() {
    create();
    nodes.clearOperations();

    FakeInstance session = begin(t1, granted(t1));

    assertEquals("apple", session.get("fruit"));
    assertEquals(IN_ONE_PACKET, inOrder("n1"));
    assertEquals(IN_ONE_PACKET, inOrder("n2"));
  }

  @Test
  void requestWhenAnotherTomcatHasChangedTheSessionThenSeesThatAndSavesOverIt() {
    create();
    t2.request(ID, session -> session.set("cart", "full"));

    FakeInstance session = begin(t1, granted(t1));
    session.set("fruit", "plum");
    assertEquals("full", session.get("cart"));
    nodes.clearOperations();
    assertEquals(SaveOutcome.SAVED, t1.end(session));

    assertEquals(2, nodes.count("store"), () -> nodes.operations().toString());
    assertEquals("plum", t2.read(ID, "fruit"));
  }

  /** Who held the lease and does not know that it was lost cannot write any more. */
  @Test
  void requestWhenItGetsTheLeaseAtOnceThenWhoReadTheRecordBeforeMeetsAConflict() {
    create();
    FakeInstance before = Objects.requireNonNull(t2.begin(ID));
    before.set("cart", "full");

    begin(t1, granted(t1));
    nodes.clearOperations();
    t2.end(before);

    assertTrue(nodes.count("store") > 2, () -> nodes.operations().toString());
  }

  @Test
  void requestWhenALargeSessionIsUnchangedThenTheNodesDoNotSendIt() {
    createLarge();
    nodes.clearOperations();

    FakeInstance session = begin(t1, granted(t1));

    assertEquals("apple", session.get("fruit"));
    assertEquals(COMPARED_IN_ONE_PACKET, inOrder("n1"));
    assertEquals(COMPARED_IN_ONE_PACKET, inOrder("n2"));
    session.set("fruit", "plum");
    nodes.clearOperations();
    assertEquals(SaveOutcome.SAVED, t1.end(session));
    assertEquals(2, nodes.count("store"), () -> nodes.operations().toString());
  }

  @Test
  void requestWhenALargeSessionIsUnchangedThenWhoReadItBeforeMeetsAConflict() {
    createLarge();
    FakeInstance before = Objects.requireNonNull(t2.begin(ID));
    before.set("cart", "full");

    begin(t1, granted(t1));
    nodes.clearOperations();
    t2.end(before);

    assertTrue(nodes.count("store") > 2, () -> nodes.operations().toString());
  }

  /** The next time it is read at once: Tomcats that write in turn save a step. */
  @Test
  void requestWhenAnotherTomcatHasChangedALargeSessionThenSeesThatInASecondStep() {
    createLarge();
    t2.request(ID, session -> session.set("cart", "full"));
    nodes.clearOperations();
    Asked first = granted(t1);

    FakeInstance session = begin(t1, first);

    assertEquals("full", session.get("cart"));
    List<String> twoSteps = new ArrayList<>(COMPARED_IN_ONE_PACKET);
    twoSteps.addAll(List.of("renew s", "load s", "load s:a"));
    assertEquals(twoSteps, inOrder("n1"));
    assertEquals(twoSteps, inOrder("n2"));
    t1.end(session);
    first.release();
    nodes.clearOperations();
    begin(t1, granted(t1));
    assertEquals(IN_ONE_PACKET, inOrder("n1"));
  }

  /** What a node has read behind a question that it refused is older than the lease. */
  @Test
  void requestWhenItWaitedForTheLeaseThenReadsAnew() {
    create();
    t2.request(ID, session -> session.set("cart", "empty"));
    Asked holder = granted(t2);
    FakeInstance held = begin(t2, holder);
    Asked waiting = asked(t1);
    held.set("cart", "full");
    assertEquals(SaveOutcome.SAVED, t2.end(held));
    holder.release();
    advanceUntilGranted(waiting);

    FakeInstance session = begin(t1, waiting);

    assertEquals("full", session.get("cart"));
  }

  @Test
  void requestWhenNoInstanceIsHereThenSendsNothingBehindTheQuestion() {
    create();

    assertNull(t2.readsBehindLease(ID));
  }

  /** A file may have been put back between the answers of the nodes and the look for it. */
  @Test
  void requestWhenTheInstanceHasGoneMeanwhileThenReadsAnew() {
    create();
    Asked asked = granted(t1);
    t1.local.clear();
    t2.request(ID, session -> session.set("cart", "full"));

    FakeInstance session = begin(t1, asked);

    assertEquals("full", session.get("cart"));
  }

  @Test
  void requestWhenANodeDoesNotAnswerTheReadThenTheOtherOneTells() {
    create();
    FaultyStore second = nodes.get(nodes.ids().get(1));
    ReadsBehindLease reads = Objects.requireNonNull(t1.readsBehindLease(ID));
    second.failWith(Reason.TIMEOUT);
    nodes.stores().values().forEach(node -> read(node, reads));
    second.heal();

    FakeInstance session = Objects.requireNonNull(EngineTomcat.now(t1.beginLeasedLater(ID, reads)));

    assertEquals("apple", session.get("fruit"));
  }

  /** Only nodes that were asked through the same store have answered it. */
  @Test
  void requestWhenTheReadsWentToOtherNodesThenReadsAnew() {
    create();
    ReadsBehindLease reads = Objects.requireNonNull(t1.readsBehindLease(ID));
    read(new FaultyStore("n1", nodes.clock), reads);
    nodes.clearOperations();

    assertNotNull(EngineTomcat.now(t1.beginLeasedLater(ID, reads)));

    assertEquals(List.of("renew s", "load s", "load s:a"), inOrder("n1"));
    assertEquals(List.of("renew s", "load s", "load s:a"), inOrder("n2"));
  }

  /**
   * One Tomcat took the lease while the node with the only copy was away, and writes to it when it
   * is back. The other has asked that node just before, and the second one just after.
   */
  @Test
  void requestWhenTheHolderHadTheLeaseOnOtherNodesThanTheOnlyCopyThenSeesWhatItStored() {
    List<String> order = new NodeRouter(nodes.ids()).order(ID);
    LateStore late = new LateStore(nodes.get(order.get(1)));
    EngineTomcat holder = reaching(nodes.stores(), 1);
    EngineTomcat next =
        reaching(Map.of(order.get(0), nodes.get(order.get(0)), order.get(1), late), 2);
    FakeInstance created = holder.create(ID);
    created.set("count", "0");
    holder.end(created);
    assertEquals("0", next.read(ID, "count"));
    holder.health.watch(order.get(0)).disconnected("no connection");
    HeldLease lease = Objects.requireNonNull(leaseOf(holder.locks.acquire(new SessionId(ID))));
    FakeInstance held = Objects.requireNonNull(EngineTomcat.now(holder.beginLeasedLater(ID, null)));
    holder.health.watch(order.get(0)).succeeded();

    late.isHeldBack = true;
    ReadsBehindLease reads = next.readsBehindLease(ID);
    CompletableFuture<LockOutcome> asked =
        reads == null
            ? next.locks.acquire(new SessionId(ID))
            : next.locks.acquire(new SessionId(ID), reads);
    held.set("count", "1");
    assertEquals(SaveOutcome.SAVED, holder.end(held));
    lease.release().join();
    late.letGo();

    assertNotNull(leaseOf(asked));
    FakeInstance session =
        Objects.requireNonNull(EngineTomcat.now(next.beginLeasedLater(ID, reads)));
    assertEquals("1", session.get("count"));
  }

  /** A Tomcat where a session lies on one of these nodes. */
  private EngineTomcat reaching(Map<String, ? extends NodeStore> stores, long seed) {
    return new EngineTomcat(
        stores, 1, Granularity.ATTRIBUTE, new JdkTranscoder(), new Random(seed), nodes.clock);
  }

  private static @Nullable HeldLease leaseOf(CompletableFuture<LockOutcome> outcome) {
    return outcome.getNow(null) instanceof LockOutcome.Granted granted ? granted.lease() : null;
  }

  /** A connection that is slow when told so: what was sent arrives in its order, later. */
  private static final class LateStore extends ForwardingStore {

    private final List<Runnable> sent = new ArrayList<>();
    private boolean isHeldBack;

    LateStore(NodeStore store) {
      super(store);
    }

    void letGo() {
      isHeldBack = false;
      List.copyOf(sent).forEach(Runnable::run);
      sent.clear();
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      return later(() -> super.load(key));
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      return later(() -> super.store(key, value, timeToLive, condition));
    }

    @Override
    public CompletableFuture<Boolean> renewVersion(String key) {
      return later(() -> super.renewVersion(key));
    }

    private <T extends @Nullable Object> CompletableFuture<T> later(
        Supplier<CompletableFuture<T>> operation) {
      if (!isHeldBack) {
        return operation.get();
      }
      CompletableFuture<T> answer = new CompletableFuture<>();
      sent.add(
          () -> {
            var unused = operation.get().thenAccept(answer::complete);
          });
      return answer;
    }
  }

  private static void read(NodeStore store, ReadsBehindLease reads) {
    var unused =
        store.storeThenRead(
            ID + ":l", new byte[1], new TimeToLive(5), WriteCondition.always(), reads.apply(store));
  }

  private void create() {
    FakeInstance session = t1.create(ID);
    session.set("fruit", "apple");
    t1.end(session);
  }

  private void createLarge() {
    FakeInstance session = t1.create(ID);
    session.set("fruit", "apple");
    session.set("bulk", "x".repeat(2_000));
    t1.end(session);
  }

  /** A request that has asked for the lease, with the reads behind that. */
  private record Asked(ReadsBehindLease reads, CompletableFuture<LockOutcome> outcome) {

    LockOutcome.Granted granted() {
      return assertInstanceOf(LockOutcome.Granted.class, outcome.getNow(null));
    }

    void release() {
      granted().lease().release().join();
    }
  }

  private static Asked asked(EngineTomcat tomcat) {
    ReadsBehindLease reads = Objects.requireNonNull(tomcat.readsBehindLease(ID));
    return new Asked(reads, tomcat.locks.acquire(new SessionId(ID), reads));
  }

  private static Asked granted(EngineTomcat tomcat) {
    Asked asked = asked(tomcat);
    assertTrue(asked.granted().isAtOnce());
    return asked;
  }

  private void advanceUntilGranted(Asked asked) {
    while (!asked.outcome.isDone()) {
      var step = Objects.requireNonNull(t1.timer.untilNext());
      nodes.clock.advance(step);
      t1.timer.advance(step);
    }
  }

  /** As a request that goes on with what it has got. */
  private static FakeInstance begin(EngineTomcat tomcat, Asked asked) {
    ReadsBehindLease reads = asked.granted().isAtOnce() ? asked.reads : null;
    return Objects.requireNonNull(EngineTomcat.now(tomcat.beginLeasedLater(ID, reads)));
  }

  private List<String> inOrder(String node) {
    return nodes.get(node).operations();
  }
}
