package io.holdfast.sessions.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.LeaseRecord;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.lock.NodeLease.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class NodeLeaseTest {

  private static final UUID OWNER = new UUID(1, 1);
  private static final TimeToLive LIVE = new TimeToLive(5);

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final LockTools tools = tools(OWNER);
  private final NodeLease lease = new NodeLease(node, "k", tools);
  private final NodeLease other = new NodeLease(node, "k", tools(new UUID(2, 2)));

  @Test
  void askWhenFreeThenGot() {
    assertEquals(Answer.GOT, lease.ask(null).join());
    assertTrue(lease.isHeld());
  }

  @Test
  void askWhenAnotherHasItThenOthers() {
    other.ask(null).join();

    assertEquals(Answer.OTHERS, lease.ask(null).join());
    assertFalse(lease.isHeld());
  }

  @Test
  void askWhenFreeThenOneOperation() {
    lease.ask(null).join();

    assertEquals(List.of("store k"), node.operations());
  }

  @Test
  void askWhenAnotherHasItThenOneOperationAndNextTimeBothInOnePacket() {
    other.ask(null).join();
    node.clearOperations();

    lease.ask(null).join();
    assertEquals(List.of("store k"), node.operations());
    node.clearOperations();
    node.freeze();
    CompletableFuture<Answer> again = lease.ask(null);
    assertEquals(List.of("store k", "load k"), node.operations());
    node.thaw();

    assertEquals(Answer.OTHERS, again.join());
    assertEquals(2, node.operations().size());
  }

  @Test
  void askWhenAnotherHasGivenItBackThenGot() {
    other.ask(null).join();
    lease.ask(null).join();

    other.giveBack().join();

    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  @Test
  void askWhenHeldThenRenewedInOneOperation() {
    lease.ask(null).join();
    node.clearOperations();

    lease.ask(null).join();

    assertEquals(List.of("store k"), node.operations());
  }

  /** As memcached before 1.6.13. */
  @Test
  void askWhenTheNodeReportsNoVersionsThenReadsTheLease() {
    node.reportNoVersions();

    assertEquals(Answer.GOT, lease.ask(null).join());
    assertEquals(Answer.KEPT, lease.ask(null).join());
    assertEquals(List.of("store k", "load k", "store k", "load k"), node.operations());
    assertEquals(Answer.OTHERS, other.ask(null).join());
    lease.giveBack().join();
    assertEquals(Set.of(), node.keys());
  }

  @Test
  void askWhenHeldThenKeptForAnotherWhile() {
    lease.ask(null).join();
    clock.advance(Duration.ofSeconds(4));

    assertEquals(Answer.KEPT, lease.ask(null).join());
    assertEquals(clock.instant().plusSeconds(5), node.expiryOf("k"));
  }

  @Test
  void askWhenItExpiredAndNobodyTookItThenGotAnew() {
    lease.ask(null).join();
    clock.advance(Duration.ofSeconds(5));

    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  @Test
  void askWhenItExpiredAndAnotherTookItThenOthers() {
    lease.ask(null).join();
    clock.advance(Duration.ofSeconds(5));
    other.ask(null).join();

    assertEquals(Answer.OTHERS, lease.ask(null).join());
    assertFalse(lease.isHeld());
  }

  @Test
  void askWhenTheAnswerToARenewalWasLostThenStillKept() {
    lease.ask(null).join();
    loseAnswers(() -> lease.ask(null));

    assertEquals(Answer.KEPT, lease.ask(null).join());
    assertEquals(Answer.KEPT, lease.ask(null).join());
  }

  @Test
  void askWhenTheAnswerToTheFirstQuestionWasLostThenGot() {
    loseAnswers(() -> lease.ask(null));

    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  /** A node without memory, too, refuses a lease that another has. */
  @Test
  void askWhenANodeFailsTheFirstWriteAndAnotherHasItThenOthers() {
    other.ask(null).join();
    failNextWrite();

    assertEquals(Answer.OTHERS, lease.ask(null).join());
    failNextWrite();
    assertEquals(Answer.OTHERS, lease.ask(null).join());
  }

  @Test
  void askWhenANodeFailsTheWriteAndItIsFreeThenSilent() {
    failNextWrite();
    assertEquals(Answer.SILENT, lease.ask(null).join());
    failNextWrite();
    assertEquals(Answer.SILENT, lease.ask(null).join());

    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  @Test
  void askWhenANodeIsSilentThenSilentAndStillHeld() {
    lease.ask(null).join();
    node.failWith(Reason.TIMEOUT);

    assertEquals(Answer.SILENT, lease.ask(null).join());
    assertTrue(lease.isHeld());
  }

  @Test
  void askWhenTheLastQuestionIsNotOverThenSilentWithoutAskingAgain() {
    node.freeze();
    CompletableFuture<Answer> first = lease.ask(null);

    Answer second = lease.ask(null).join();

    assertEquals(Answer.SILENT, second);
    assertEquals(1, node.operations().size());
    node.thaw();
    assertEquals(Answer.GOT, first.join());
  }

  @Test
  void askWhenAnEarlierWriteOfThisTomcatArrivesAfterALossThenNotTakenForTheHold() {
    lease.ask(null).join();
    node.wipe();
    byte[] late = new LeaseRecord(OWNER, 0).encode();
    node.store("k", late, LIVE, WriteCondition.always()).join();

    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  @Test
  void askWhenAFormerRequestOfThisTomcatLeftItBehindThenReplacedTheSecondTime() {
    new NodeLease(node, "k", tools).ask(null).join();

    assertEquals(Answer.OTHERS, lease.ask(null).join());
    assertEquals(Answer.GOT, lease.ask(null).join());
    assertEquals(Answer.KEPT, lease.ask(null).join());
  }

  @Test
  void letGoWhenHeldThenFreeAndMayBeAskedAgain() {
    lease.ask(null).join();

    lease.letGo().join();

    assertEquals(Set.of(), node.keys());
    assertEquals(Answer.GOT, lease.ask(null).join());
  }

  @Test
  void giveBackWhenHeldThenFreeAndNeverAskedAgain() {
    lease.ask(null).join();

    lease.giveBack().join();

    assertEquals(Set.of(), node.keys());
    assertEquals(Answer.SILENT, lease.ask(null).join());
    assertEquals(Set.of(), node.keys());
  }

  @Test
  void giveBackWhenNothingWasAskedOrGotThenNothingIsSent() {
    other.ask(null).join();
    lease.ask(null).join();
    node.clearOperations();

    lease.giveBack().join();

    assertEquals(0, node.operations().size());
  }

  @Test
  void giveBackWhenItIsNotKnownThatItWasGotThenRemovedAllTheSame() {
    loseAnswers(() -> lease.ask(null));

    lease.giveBack().join();

    assertEquals(Set.of(), node.keys());
  }

  @Test
  void giveBackWhenALaterRequestOfThisTomcatHasItThenItStands() {
    loseAnswers(() -> lease.ask(null));
    NodeLease later = new NodeLease(node, "k", tools);
    later.ask(null).join();
    later.ask(null).join();

    lease.giveBack().join();

    assertEquals(Answer.KEPT, later.ask(null).join());
  }

  @Test
  void giveBackWhenANodeFailsThenCompletes() {
    lease.ask(null).join();
    node.failWith(Reason.TIMEOUT);

    lease.giveBack().join();

    assertFalse(lease.isHeld());
  }

  /** As by a node without memory: what is read behind the write is answered. */
  private void failNextWrite() {
    node.onStore(() -> node.failWith(Reason.REFUSED));
    node.onLoad(
        () -> {
          node.onStore(() -> {});
          node.heal();
        });
  }

  /** The node does what it is told; its answers come too late. */
  private void loseAnswers(Supplier<CompletableFuture<Answer>> question) {
    node.freeze();
    var unused = question.get();
    node.timeOut();
    node.thaw();
  }

  /** Those of an application whose leases live for five seconds. */
  static LockTools tools(UUID owner) {
    return new LockTools(
        owner,
        LeaseTerms.of(Duration.ofSeconds(LIVE.seconds())),
        new AtomicLong(),
        new Random(1),
        new ManualTimer(),
        System::nanoTime,
        new SessionMetrics(true));
  }
}
