package io.holdfast.sessions.lock;

import static io.holdfast.sessions.lock.Cluster.KEY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a request sends behind its question for a lease, and whether it was done under that. */
final class BehindLeaseTest {

  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final List<String> QUESTION = List.of("store " + KEY);
  private static final List<String> BOTH =
      List.of("store " + KEY, "renew record", "load record", "load record:a");

  private final Cluster cluster = new Cluster();
  private final Cluster.Tomcat one = cluster.tomcat();
  private final Cluster.Tomcat two = cluster.tomcat();

  @Test
  void acquireWhenFreeThenSentBehindTheQuestionToBothNodesAndGrantedAtOnce() {
    LockOutcome.Granted granted = granted(acquire(one));

    assertTrue(granted.isAtOnce());
    assertEquals(BOTH, cluster.node(0).operations());
    assertEquals(BOTH, cluster.node(1).operations());
    assertEquals(List.of(), cluster.node(2).operations());
  }

  @Test
  void acquireWhenAnotherTomcatHoldsItThenSentOnceAndNotGrantedAtOnce() {
    HeldLease held = two.hold();
    clearOperations();
    CompletableFuture<LockOutcome> waiting = acquire(one);
    cluster.elapse(MOMENT);
    held.release().join();

    cluster.elapse(MOMENT);

    assertFalse(granted(waiting).isAtOnce());
    assertEquals(1, sentTo(0));
    assertEquals(1, sentTo(1));
  }

  /** One node was free, and what was read there was read under the lease that was given back. */
  @Test
  void acquireWhenTheSecondNodeIsTakenThenNotGrantedAtOnce() {
    two.takesForLost(0);
    HeldLease held = two.hold();
    CompletableFuture<LockOutcome> waiting = acquire(one);
    cluster.elapse(MOMENT);
    held.release().join();

    cluster.elapse(MOMENT);

    assertFalse(granted(waiting).isAtOnce());
    assertEquals(1, sentTo(0));
  }

  @Test
  void acquireWhenANodeIsSilentThenNotGrantedAtOnce() {
    cluster.node(0).failWith(Reason.TIMEOUT);

    assertFalse(granted(acquire(one)).isAtOnce());
    assertEquals(QUESTION, cluster.node(2).operations());
  }

  @Test
  void acquireWhenItIsHandedOnThenNothingIsSentAndItIsNotGrantedAtOnce() {
    HeldLease held = one.hold();
    clearOperations();
    CompletableFuture<LockOutcome> waiting = acquire(one);

    held.release().join();

    assertFalse(granted(waiting).isAtOnce());
    assertEquals(0, sentTo(0));
  }

  /** After a turn of this Tomcat others come first: then it asks again, for another request. */
  @Test
  void acquireWhenTheTurnOfThisTomcatIsOverThenNotGrantedAtOnce() {
    HeldLease held = one.hold();
    CompletableFuture<LockOutcome> waiting = acquire(one);
    cluster.elapse(Cluster.LOCK_EXPIRATION.dividedBy(5));
    held.release().join();

    cluster.elapse(MOMENT);

    assertFalse(granted(waiting).isAtOnce());
    assertEquals(0, sentTo(0));
  }

  @Test
  void acquireWhenTheFirstWhoAskedHasLeftThenItsReadsCountForNobodyElse() {
    cluster.node(0).freeze();
    CompletableFuture<LockOutcome> first = acquire(one);
    CompletableFuture<LockOutcome> second = one.acquire();
    first.cancel(false);

    cluster.node(0).thaw();

    granted(second).lease().release().join();
    assertEquals(1, sentTo(0));
  }

  @Test
  void acquireWhenTheAnswersComeTooLateThenNotGrantedAtOnce() {
    cluster.node(0).freeze();
    cluster.node(1).freeze();
    CompletableFuture<LockOutcome> waiting = acquire(one);
    one.stall();
    cluster.elapse(Duration.ofSeconds(4));
    cluster.node(0).thaw();
    cluster.node(1).thaw();
    one.resume();

    cluster.elapse(Duration.ofMillis(200));

    assertFalse(granted(waiting).isAtOnce());
  }

  /** What was read behind the refused question does not count; the caller reads again. */
  @Test
  void askWhenAFormerRequestOfThisTomcatLeftTheLeaseThenNothingIsSentBehindTheWriteThatGetsIt() {
    FaultyStore node = new FaultyStore("n1", cluster.clock);
    LockTools tools = NodeLeaseTest.tools(new UUID(1, 1));
    new NodeLease(node, KEY, tools).ask(null).join();
    node.clearOperations();
    NodeLease lease = new NodeLease(node, KEY, tools);

    assertEquals(NodeLease.Answer.OTHERS, lease.ask(BehindLeaseTest::readRecord).join());
    assertEquals(BOTH, node.operations());
    node.clearOperations();
    assertEquals(NodeLease.Answer.GOT, lease.ask(BehindLeaseTest::readRecord).join());

    assertEquals(List.of("store " + KEY, "load " + KEY, "store " + KEY), node.operations());
  }

  @Test
  void askWhenItIsHeldThenNothingIsSentBehindTheRenewal() {
    FaultyStore node = new FaultyStore("n1", cluster.clock);
    NodeLease lease = new NodeLease(node, KEY, NodeLeaseTest.tools(new UUID(1, 1)));
    lease.ask(null).join();
    node.clearOperations();

    lease.ask(BehindLeaseTest::readRecord).join();

    assertEquals(QUESTION, node.operations());
  }

  private static CompletableFuture<LockOutcome> acquire(Cluster.Tomcat tomcat) {
    return tomcat.locks.acquire(Cluster.ID, BehindLeaseTest::readRecord);
  }

  private static ReadBehind readRecord(NodeStore store) {
    return new ReadBehind("record", "record:a", null);
  }

  private static LockOutcome.Granted granted(CompletableFuture<LockOutcome> outcome) {
    Supplier<String> told = outcome::toString;
    return assertInstanceOf(LockOutcome.Granted.class, outcome.getNow(null), told);
  }

  private void clearOperations() {
    for (int place = 0; place < 3; place++) {
      cluster.node(place).clearOperations();
    }
  }

  private long sentTo(int place) {
    return cluster.node(place).operations().stream().filter("load record"::equals).count();
  }
}
