package io.holdfast.sessions.lock;

import static io.holdfast.sessions.lock.Cluster.KEY;
import static io.holdfast.sessions.lock.Cluster.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two Tomcats, and nodes or connections that fail. */
final class LeaseFaultTest {

  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Cluster cluster = new Cluster();
  private final Cluster.Tomcat one = cluster.tomcat();
  private final Cluster.Tomcat two = cluster.tomcat();

  @Test
  void acquireWhenANodeIsLostThenGrantedOnTheNextTwo() {
    one.takesForLost(0);

    one.hold();

    assertEquals(List.of(1, 2), cluster.placesHeld());
    assertEquals(0, one.metrics.get(Metric.LEASE_NODES_LEFT_OUT));
  }

  @Test
  void acquireWhenTomcatsDifferAboutANodeThenTheyMeetOnAnother() {
    for (int place = 0; place < 3; place++) {
      Cluster differing = new Cluster();
      Cluster.Tomcat first = differing.tomcat();
      Cluster.Tomcat second = differing.tomcat();
      second.takesForLost(place);
      first.hold();

      CompletableFuture<LockOutcome> waiting = second.acquire();
      differing.elapse(SECOND);

      assertFalse(waiting.isDone(), "place " + place);
    }
  }

  @Test
  void acquireWhenANodeFailsThenLeftOutAndReplacedByTheNext() {
    cluster.node(0).failWith(Reason.TIMEOUT);

    one.hold();

    assertEquals(List.of(1, 2), cluster.placesHeld());
    assertEquals(1, one.metrics.get(Metric.LEASE_NODES_LEFT_OUT));
  }

  @Test
  void acquireWhenANodeIsFrozenThenWaitedForNoLongerThanARenewalTakes() {
    cluster.node(0).freeze();
    CompletableFuture<LockOutcome> waiting = one.acquire();

    cluster.elapse(Duration.ofMillis(1_299));
    boolean before = waiting.isDone();
    cluster.elapse(MOMENT);

    assertFalse(before);
    assertFalse(lease(waiting).isLost());
  }

  @Test
  void acquireWhenTheAnswersComeAfterTheLeasesTimeThenAskedAgain() {
    cluster.node(0).freeze();
    cluster.node(1).freeze();
    CompletableFuture<LockOutcome> waiting = one.acquire();
    one.stall();
    cluster.elapse(Duration.ofSeconds(4));

    cluster.node(0).thaw();
    cluster.node(1).thaw();
    boolean grantedLate = waiting.isDone();
    one.resume();
    cluster.elapse(MOMENT);

    assertFalse(grantedLate);
    assertFalse(lease(waiting).isLost());
  }

  @Test
  void acquireWhenTwoNodesAreSilentThenNotGrantedBeforeTheyCountAsLost() {
    cluster.node(0).failWith(Reason.TIMEOUT);
    cluster.node(1).failWith(Reason.TIMEOUT);
    CompletableFuture<LockOutcome> waiting = one.acquire();
    cluster.elapse(MOMENT);
    boolean before = waiting.isDone();

    one.takesForLost(0);
    one.takesForLost(1);
    cluster.elapse(MOMENT);

    assertFalse(before);
    assertFalse(lease(waiting).isLost());
    assertEquals(List.of(2), cluster.placesHeld());
  }

  @Test
  void acquireWhenNoNodeAnswersThenExclusiveInThisTomcatOnly() {
    for (int place = 0; place < 3; place++) {
      cluster.node(place).failWith(Reason.UNAVAILABLE);
    }

    CompletableFuture<LockOutcome> first = one.acquire();
    CompletableFuture<LockOutcome> second = one.acquire();
    CompletableFuture<LockOutcome> elsewhere = two.acquire();

    HeldLease local = assertInstanceOf(LockOutcome.StoreAway.class, first.join()).local();
    assertTrue(local.isLost());
    assertFalse(local.isGranted());
    assertFalse(second.isDone());
    assertInstanceOf(LockOutcome.StoreAway.class, elsewhere.join());
    local.release().join();
    assertInstanceOf(LockOutcome.StoreAway.class, second.join());
    assertEquals(2, one.metrics.get(Metric.LEASES_LOCAL));
  }

  @Test
  void acquireWhenNoNodeIsThereThenStoreAwayAtOnce() {
    for (int place = 0; place < 3; place++) {
      one.takesForLost(place);
    }

    assertInstanceOf(LockOutcome.StoreAway.class, one.acquire().join());
    assertEquals(List.of(), cluster.node(0).operations());
  }

  @Test
  void acquireWhenTheSecondNodeIsTakenThenTheFirstIsGivenBackEachTime() {
    two.takesForLost(0);
    two.hold();

    CompletableFuture<LockOutcome> waiting = one.acquire();
    cluster.elapse(MOMENT);

    assertFalse(waiting.isDone());
    assertEquals(List.of(1, 2), cluster.placesHeld());
  }

  @Test
  void holdWhenANodeComesBackEmptyThenTakenThereAgain() {
    HeldLease lease = one.hold();
    cluster.node(0).wipe();

    CompletableFuture<LockOutcome> waiting = two.acquire();
    cluster.elapse(Duration.ofSeconds(2));

    assertFalse(lease.isLost());
    assertFalse(waiting.isDone());
    assertEquals(List.of(0, 1), cluster.placesHeld());
  }

  @Test
  void holdWhenNodesComeBackEmptyOneAfterTheOtherThenNeverLost() {
    HeldLease lease = one.hold();
    CompletableFuture<LockOutcome> waiting = two.acquire();

    for (int place = 0; place < 3; place++) {
      cluster.node(place).wipe();
      cluster.elapse(Duration.ofMillis(1_500));
    }

    assertFalse(lease.isLost());
    assertFalse(waiting.isDone());
  }

  @Test
  void holdWhenANodeIsLostForGoodThenItMovesToTheNext() {
    HeldLease lease = one.hold();
    cluster.node(0).failWith(Reason.UNAVAILABLE);
    cluster.node(0).wipe();
    one.takesForLost(0);

    cluster.elapse(Duration.ofSeconds(2));

    assertEquals(List.of(1, 2), cluster.placesHeld());
    lease.release().join();
    assertEquals(List.of(), cluster.placesHeld());
  }

  /** Otherwise the loss of the other node would leave a lease that no other Tomcat meets. */
  @Test
  void releaseWhenANodeCameBackSinceThenHandedOnOnlyWhereItIsAskedForNow() {
    for (Cluster.Tomcat tomcat : List.of(one, two)) {
      tomcat.takesForLost(0);
      tomcat.takesForLost(2);
    }
    HeldLease first = one.hold();
    CompletableFuture<LockOutcome> next = one.acquire();
    for (Cluster.Tomcat tomcat : List.of(one, two)) {
      tomcat.takesForAlive(0);
    }

    first.release().join();
    cluster.elapse(MOMENT);

    assertFalse(lease(next).isLost());
    assertEquals(List.of(0, 1), cluster.placesHeld());
  }

  @Test
  void holdWhenAllItsNodesComeBackEmptyThenLostAtTheNextRenewal() {
    HeldLease lease = one.hold();
    cluster.node(0).wipe();
    cluster.node(1).wipe();
    two.hold().release().join();

    cluster.elapse(Duration.ofMillis(1_400));

    assertTrue(lease.isLost());
    assertEquals(1, one.metrics.get(Metric.LEASES_LOST));
  }

  @Test
  void holdWhenAnotherGotANodeThatItNeedsNowThenLostInTime() {
    one.takesForLost(1);
    one.takesForLost(2);
    HeldLease lease = one.hold();
    two.takesForLost(0);
    HeldLease other = two.hold();

    one.takesForAlive(1);
    cluster.elapse(Duration.ofSeconds(6));

    assertTrue(lease.isLost());
    assertFalse(other.isLost());
  }

  @Test
  void holdWhenNodesAreSilentForTooLongThenLost() {
    HeldLease lease = one.hold();
    cluster.node(0).freeze();
    cluster.node(1).freeze();
    cluster.node(2).freeze();

    cluster.elapse(Duration.ofMillis(3_899));
    boolean early = lease.isLost();
    cluster.elapse(Duration.ofMillis(1));

    assertFalse(early);
    assertTrue(lease.isLost());
  }

  @Test
  void holdWhenAnAnswerComesTooLateThenNotRevived() {
    HeldLease lease = one.hold();
    cluster.node(0).freeze();
    cluster.node(1).freeze();
    cluster.elapse(Duration.ofMillis(1_301));
    one.stall();
    cluster.elapse(Duration.ofMillis(2_700));

    cluster.node(0).thaw();
    cluster.node(1).thaw();

    assertTrue(lease.isLost());
  }

  @Test
  void holdWhenANodeIsSilentForAMomentThenNotLost() {
    HeldLease lease = one.hold();
    cluster.node(0).failWith(Reason.TIMEOUT);
    cluster.node(1).failWith(Reason.TIMEOUT);
    cluster.elapse(Duration.ofSeconds(2));

    cluster.node(0).heal();
    cluster.node(1).heal();
    cluster.elapse(Duration.ofSeconds(20));

    assertFalse(lease.isLost());
    lease.release().join();
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void releaseWhenLostAndOthersOfThisTomcatWaitThenTheyDoNotInheritIt() {
    HeldLease lease = one.hold();
    one.stall();
    cluster.elapse(Duration.ofMillis(3_950));
    CompletableFuture<LockOutcome> waiting = one.acquire();
    one.resume();

    lease.release().join();
    cluster.elapse(MOMENT);

    assertFalse(lease(waiting).isLost());
    assertEquals(2, one.metrics.get(Metric.LEASES_TAKEN));
  }

  @Test
  void releaseWhenItsOutcomeIsUnknownThenTheNextOfThisTomcatGetsItSoon() {
    HeldLease lease = one.hold();
    cluster.node(0).failWith(Reason.TIMEOUT);
    cluster.node(1).failWith(Reason.TIMEOUT);
    assertTrue(lease.release().isDone());
    cluster.node(0).heal();
    cluster.node(1).heal();

    CompletableFuture<LockOutcome> next = one.acquire();
    cluster.elapse(Duration.ofMillis(5));

    lease(next).release().join();
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void releaseWhenItsOutcomeIsUnknownAndTheHolderDiesThenFreeForOthersAfterLockExpiration() {
    HeldLease lease = one.hold();
    cluster.node(0).failWith(Reason.TIMEOUT);
    cluster.node(1).failWith(Reason.TIMEOUT);
    lease.release().join();
    cluster.node(0).heal();
    cluster.node(1).heal();
    one.stall();

    CompletableFuture<LockOutcome> waiting = two.acquire();
    cluster.elapse(SECOND);
    boolean early = waiting.isDone();
    cluster.elapse(Duration.ofSeconds(4).plus(MOMENT));

    assertFalse(early);
    assertFalse(lease(waiting).isLost());
  }

  @Test
  void releaseWhenALeftOutNodeHasTakenItLateThenRemovedThereToo() {
    cluster.node(0).freeze();
    CompletableFuture<LockOutcome> waiting = one.acquire();
    cluster.elapse(Duration.ofMillis(1_350));
    HeldLease lease = lease(waiting);
    cluster.node(0).thaw();
    assertEquals(List.of(0, 1, 2), cluster.placesHeld());

    lease.release().join();

    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void releaseWhenARenewalIsOnItsWayThenItsVersionIsRemoved() {
    HeldLease lease = one.hold();
    cluster.node(0).freeze();
    cluster.elapse(Duration.ofMillis(1_301));

    CompletableFuture<Void> released = lease.release();
    boolean tooEarly = released.isDone();
    cluster.node(0).thaw();

    assertFalse(tooEarly);
    assertTrue(released.isDone());
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void acquireWhenBytesThatAreNoLeaseLieThereThenWaitedForAndLeftAlone() {
    byte[] garbage = "flush_all".getBytes(StandardCharsets.US_ASCII);
    cluster.node(0).store(KEY, garbage, new TimeToLive(4), WriteCondition.always()).join();

    CompletableFuture<LockOutcome> waiting = one.acquire();
    cluster.elapse(Duration.ofSeconds(3));
    boolean early = waiting.isDone();
    cluster.elapse(SECOND.plus(MOMENT));

    assertFalse(early);
    assertFalse(lease(waiting).isLost());
    assertTrue(one.metrics.get(Metric.LEASES_UNREADABLE) > 0);
  }

  @Test
  void acquireWhenBytesThatAreNoLeaseStayThenTimedOut() {
    byte[] garbage = new byte[10_000];
    cluster.node(1).store(KEY, garbage, TimeToLive.UNLIMITED, WriteCondition.always()).join();

    CompletableFuture<LockOutcome> waiting = one.acquire();
    cluster.elapse(Duration.ofSeconds(6).plus(MOMENT));

    assertInstanceOf(LockOutcome.TimedOut.class, waiting.join());
    assertEquals(List.of(1), cluster.placesHeld());
    assertEquals(0, one.locks.sessions());
  }

  @Test
  void releaseWhenAConnectionBreaksThenRepeatedAndTheNextNeedNotWaitForTheLeasesEnd() {
    HeldLease held = one.hold();
    cluster.node(0).failWith(Reason.UNAVAILABLE);

    held.release().join();
    List<Integer> placesAfterTheFirstTry = cluster.placesHeld();
    cluster.elapse(MOMENT);
    cluster.node(0).heal();
    cluster.elapse(SECOND);

    assertEquals(List.of(0), placesAfterTheFirstTry);
    assertEquals(List.of(), cluster.placesHeld());
    two.hold();
  }

  @Test
  void releaseWhenANodeDoesNotComeBackThenNotRepeatedForEver() {
    HeldLease held = one.hold();
    cluster.node(0).failWith(Reason.UNAVAILABLE);
    held.release().join();

    cluster.elapse(Cluster.LOCK_EXPIRATION);

    assertEquals(null, one.timer.untilNext());
  }
}
