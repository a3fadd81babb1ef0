package io.holdfast.sessions.lock;

import static io.holdfast.sessions.lock.Cluster.KEY;
import static io.holdfast.sessions.lock.Cluster.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.session.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two Tomcats and healthy nodes. */
final class SessionLocksTest {

  private static final Duration MOMENT = Duration.ofMillis(100);

  private final Cluster cluster = new Cluster();
  private final Cluster.Tomcat one = cluster.tomcat();
  private final Cluster.Tomcat two = cluster.tomcat();

  @Test
  void acquireWhenFreeThenGrantedInOneRoundTripOnTheFirstTwoNodes() {
    HeldLease lease = one.hold();

    assertFalse(lease.isLost());
    assertEquals(List.of(0, 1), cluster.placesHeld());
    assertEquals(List.of("store " + KEY), cluster.node(0).operations());
    assertEquals(List.of("store " + KEY), cluster.node(1).operations());
    assertEquals(1, one.metrics.get(Metric.LEASES_TAKEN));
    assertEquals(0, one.metrics.get(Metric.LEASE_WAITS));
  }

  @Test
  void releaseWhenNobodyWaitsThenFreeInOneOperationPerNode() {
    HeldLease lease = one.hold();
    cluster.node(0).clearOperations();

    CompletableFuture<Void> released = lease.release();

    assertTrue(released.isDone());
    assertEquals(List.of(), cluster.placesHeld());
    assertEquals(List.of("store " + KEY), cluster.node(0).operations());
    assertEquals(0, one.locks.sessions());
    assertEquals(0, one.metrics.get(Metric.LEASES_LOST));
  }

  @Test
  void releaseWhenCalledAgainThenTheNextHolderIsUntouched() {
    HeldLease lease = one.hold();
    lease.release().join();
    HeldLease next = two.hold();

    lease.release().join();

    assertFalse(next.isLost());
    assertEquals(List.of(0, 1), cluster.placesHeld());
  }

  @Test
  void acquireWhenAnotherTomcatHoldsItThenGrantedSoonAfterItsRelease() {
    HeldLease lease = one.hold();
    CompletableFuture<LockOutcome> waiting = two.acquire();
    cluster.elapse(Duration.ofSeconds(2));
    assertFalse(waiting.isDone());

    lease.release().join();
    cluster.elapse(MOMENT);

    assertFalse(lease(waiting).isLost());
    assertEquals(1, two.metrics.get(Metric.LEASE_WAITS));
    long waited = two.metrics.get(Metric.LEASE_WAIT_MILLIS);
    assertTrue(waited >= 2_000 && waited <= 2_100, waited + " ms");
    assertEquals(1, two.metrics.summary(Timing.LEASE_WAIT).count());
    assertEquals(waited, two.metrics.summary(Timing.LEASE_WAIT).max() / 1_000_000);
  }

  @Test
  void acquireWhenAnotherTomcatHoldsItForLongThenTimedOutAfterPatience() {
    HeldLease lease = one.hold();
    CompletableFuture<LockOutcome> waiting = two.acquire();

    cluster.elapse(Duration.ofMillis(5_999));
    boolean before = waiting.isDone();
    cluster.elapse(Duration.ofMillis(1));

    assertFalse(before);
    assertInstanceOf(LockOutcome.TimedOut.class, waiting.join());
    assertEquals(1, two.metrics.get(Metric.LEASE_TIMEOUTS));
    assertFalse(lease.isLost());
    cluster.elapse(MOMENT);
    assertEquals(0, two.locks.sessions());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void acquireWhenThereWasNoMemoryOnceThenLaterRequestsGetTheLease(int failures) {
    var unused = two.hold();
    one.timer.failToSchedule(failures);
    var unusedRefusal = attempt(one);

    cluster.elapse(Duration.ofSeconds(10));

    CompletableFuture<LockOutcome> later = attempt(one);
    cluster.elapse(Duration.ofSeconds(10));
    assertTrue(later.isDone());
    assertEquals(0, one.locks.sessions());
  }

  private static CompletableFuture<LockOutcome> attempt(Cluster.Tomcat tomcat) {
    try {
      return tomcat.acquire();
    } catch (OutOfMemoryError e) { // the request fails, no other one
      return CompletableFuture.failedFuture(e);
    }
  }

  @Test
  void acquireWhenTooManyWaitThenTurnedAwayAtOnce() {
    HeldLease lease = one.hold();
    List<CompletableFuture<LockOutcome>> waiting = new ArrayList<>();
    for (int i = 0; i < Cluster.MAX_WAITERS; i++) {
      waiting.add(one.acquire());
    }

    CompletableFuture<LockOutcome> surplus = one.acquire();

    assertInstanceOf(LockOutcome.QueueFull.class, surplus.getNow(null));
    assertEquals(1, one.metrics.get(Metric.LEASE_QUEUES_FULL));
    assertEquals(0, one.metrics.get(Metric.LEASE_TIMEOUTS));
    var unused = lease.release();
    for (CompletableFuture<LockOutcome> next : waiting) {
      lease(next).release().join();
    }
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void acquireWhenOneOfThoseWhoWaitedIsServedThenThereIsRoomForOneMore() {
    HeldLease lease = one.hold();
    List<CompletableFuture<LockOutcome>> waiting = new ArrayList<>();
    for (int i = 0; i < Cluster.MAX_WAITERS; i++) {
      waiting.add(one.acquire());
    }
    var unused = lease.release();

    CompletableFuture<LockOutcome> next = one.acquire();

    assertFalse(next.isDone());
    assertTrue(waiting.get(0).isDone());
  }

  @Test
  void acquireWhenAllWaitForAnotherTomcatThenTheBoundHoldsInEachTomcat() {
    HeldLease lease = one.hold();
    for (int i = 0; i < Cluster.MAX_WAITERS; i++) {
      var unused = two.acquire();
    }

    CompletableFuture<LockOutcome> surplus = two.acquire();
    CompletableFuture<LockOutcome> atTheOther = one.acquire();

    assertInstanceOf(LockOutcome.QueueFull.class, surplus.getNow(null));
    assertFalse(atTheOther.isDone());
    assertFalse(lease.isLost());
  }

  @Test
  void acquireWhenThoseWhoWaitedGaveUpThenThereIsRoomAgain() {
    HeldLease lease = one.hold();
    for (int i = 0; i < Cluster.MAX_WAITERS; i++) {
      var unused = one.acquire();
    }
    cluster.elapse(Cluster.LOCK_EXPIRATION.plusSeconds(1));

    CompletableFuture<LockOutcome> next = one.acquire();

    assertFalse(next.isDone());
    assertFalse(lease.isLost());
  }

  @Test
  void holdWhenSlowThenRenewedForAsLongAsItTakes() {
    HeldLease lease = one.hold();

    cluster.elapse(Duration.ofMinutes(5));

    assertFalse(lease.isLost());
    assertEquals(List.of(0, 1), cluster.placesHeld());
    lease.release().join();
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void acquireWhenTheHolderDiedThenGrantedAfterLockExpirationAtMost() {
    one.hold();
    cluster.elapse(Duration.ofSeconds(60));
    one.stall();
    CompletableFuture<LockOutcome> waiting = two.acquire();

    cluster.elapse(Cluster.LOCK_EXPIRATION.plus(MOMENT));

    assertFalse(lease(waiting).isLost());
  }

  @Test
  void isLostWhenTheHolderStalledThenTrueBeforeAnybodyElseCanHaveIt() {
    HeldLease lease = one.hold();
    CompletableFuture<LockOutcome> waiting = two.acquire();
    one.stall();

    cluster.elapse(Duration.ofMillis(3_899));
    boolean early = lease.isLost();
    cluster.elapse(Duration.ofMillis(1));

    assertFalse(early);
    assertTrue(lease.isLost());
    assertFalse(waiting.isDone());
  }

  @Test
  void isLostWhenTheHolderResumesAfterItsTimeThenNotRevived() {
    HeldLease lease = one.hold();
    one.stall();
    cluster.elapse(Duration.ofMillis(4_500));

    one.resume();
    cluster.elapse(Duration.ofSeconds(2));

    assertTrue(lease.isLost());
    assertEquals(1, one.metrics.get(Metric.LEASES_LOST));
  }

  @Test
  void releaseWhenLostThenTheSuccessorsLeaseStands() {
    HeldLease lease = one.hold();
    one.stall();
    CompletableFuture<LockOutcome> waiting = two.acquire();
    cluster.elapse(Duration.ofSeconds(5).plus(MOMENT));
    HeldLease successor = lease(waiting);
    one.resume();

    lease.release().join();

    assertEquals(List.of(0, 1), cluster.placesHeld());
    cluster.elapse(Duration.ofSeconds(30));
    assertFalse(successor.isLost());
    assertEquals(1, one.metrics.get(Metric.LEASES_LOST));
  }

  @Test
  void acquireWhenSeveralOfOneTomcatWaitThenInOrderWithoutTheNodes() {
    HeldLease first = one.hold();
    CompletableFuture<LockOutcome> second = one.acquire();
    CompletableFuture<LockOutcome> third = one.acquire();
    cluster.node(0).clearOperations();

    first.release().join();
    HeldLease held = lease(second);
    boolean tooEarly = third.isDone();
    held.release().join();

    assertFalse(tooEarly);
    assertFalse(lease(third).isLost());
    assertEquals(List.of(), cluster.node(0).operations());
    assertEquals(2, one.metrics.get(Metric.LEASES_HANDED_ON));
    assertEquals(1, one.metrics.get(Metric.LEASES_TAKEN));
  }

  @Test
  void acquireWhenTheOtherTomcatNeverHasNobodyThenItGivesWayAfterItsTurn() {
    HeldLease held = one.hold();
    CompletableFuture<LockOutcome> other = two.acquire();
    int turns = 0;

    while (!other.isDone() && turns < 100) {
      CompletableFuture<LockOutcome> next = one.acquire();
      cluster.elapse(Duration.ofMillis(50));
      held.release().join();
      while (!next.isDone() && !other.isDone()) {
        cluster.elapse(Duration.ofMillis(10));
      }
      if (next.isDone()) {
        held = lease(next);
      }
      turns++;
    }

    assertFalse(lease(other).isLost());
    assertTrue(turns <= 11, turns + " requests of one Tomcat before the other's");
  }

  @Test
  void acquireWhenAlwaysHandedOnThenPatienceBoundsTheWait() {
    one.hold();
    CompletableFuture<LockOutcome> second = one.acquire();

    cluster.elapse(Duration.ofSeconds(6));

    assertInstanceOf(LockOutcome.TimedOut.class, second.join());
    assertEquals(1, one.locks.sessions());
  }

  @Test
  void acquireWhenCancelledThenTheNextInTheQueueGetsIt() {
    HeldLease first = one.hold();
    CompletableFuture<LockOutcome> cancelled = one.acquire();
    CompletableFuture<LockOutcome> third = one.acquire();
    cancelled.cancel(false);

    first.release().join();

    assertFalse(lease(third).isLost());
  }

  @Test
  void acquireWhenAllHaveCancelledThenNothingIsLeft() {
    HeldLease first = one.hold();
    CompletableFuture<LockOutcome> cancelled = two.acquire();
    cancelled.cancel(false);

    cluster.elapse(MOMENT);
    first.release().join();

    assertEquals(0, two.locks.sessions());
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void acquireWhenTheIdHasAnotherRouteThenTheSameLease() {
    one.hold();

    CompletableFuture<LockOutcome> waiting = two.locks.acquire(Cluster.ID.withJvmRoute("t2"));
    CompletableFuture<LockOutcome> other = two.locks.acquire(new SessionId("other"));

    assertFalse(waiting.isDone());
    assertFalse(lease(other).isLost());
  }

  @Test
  void closeWhenLeasesAreHeldThenGivenBackAndLost() {
    HeldLease lease = one.hold();

    one.locks.close();

    assertEquals(List.of(), cluster.placesHeld());
    assertTrue(lease.isLost());
    assertTrue(lease.release().isDone());
    assertEquals(0, one.locks.sessions());
  }

  @Test
  void closeWhenRequestsWaitThenTimedOut() {
    one.hold();
    CompletableFuture<LockOutcome> local = one.acquire();
    CompletableFuture<LockOutcome> remote = two.acquire();

    two.locks.close();
    one.locks.close();

    assertInstanceOf(LockOutcome.TimedOut.class, local.join());
    assertInstanceOf(LockOutcome.TimedOut.class, remote.join());
    assertEquals(List.of(), cluster.placesHeld());
  }

  @Test
  void acquireWhenClosedThenTimedOut() {
    one.locks.close();

    assertInstanceOf(LockOutcome.TimedOut.class, one.acquire().join());
  }

  @Test
  void acquireWhenTheTimerIsShutDownThenTimedOutAndNothingIsLeft() {
    one.timer.shutdown();

    assertInstanceOf(LockOutcome.TimedOut.class, one.acquire().join());
    assertEquals(0, one.locks.sessions());
  }
}
