package io.holdfast.core.storage;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard keeps the contract while its node answers, and shields it while it does not. */
final class GuardedStoreTest extends NodeStoreKit {

  private static final NodeStateListener NOBODY = new NodeStateListener() {};

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final NodeHealthBoard board = new NodeHealthBoard(List.of("n1"), 3, clock, NOBODY);
  private final FaultyStore raw = new FaultyStore("n1", clock);
  private final GuardedStore guarded =
      new GuardedStore(
          "n1", TellingStore.telling("n1", raw, board, new SessionMetrics(false), clock), board);

  @Override
  protected NodeStore store() {
    return guarded;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE"})
  void anyWhenNodeIsSilentThreeTimesThenNotAskedAgain(Reason silence) {
    raw.failWith(silence);
    assertReason(silence, guarded.load("k"));
    assertReason(silence, guarded.touch("k", HOUR));
    assertReason(silence, guarded.delete("k"));
    raw.clearOperations();

    assertReason(Reason.UNAVAILABLE, guarded.load("k"));

    assertEquals(List.of(), raw.operations());
    assertFalse(board.isAvailable("n1"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"BUSY", "TOO_LARGE", "DROPPED", "REFUSED"})
  void anyWhenFailureIsNoSilenceThenNodeStaysAvailable(Reason reason) {
    raw.failWith(reason);

    for (int i = 0; i < 10; i++) {
      assertReason(reason, guarded.load("k"));
    }

    assertTrue(board.isAvailable("n1"));
  }

  /** A caller must not be left half-way: no method of a store throws. */
  @Test
  void anyWhenThereIsNoMemoryForItThenTheFutureFailsAndTheNodeStaysAvailable() {
    raw.onLoad(
        () -> {
          throw new OutOfMemoryError("told to fail by the test");
        });

    for (int i = 0; i < 10; i++) {
      assertTrue(guarded.load("k").isCompletedExceptionally());
    }

    assertTrue(board.isAvailable("n1"));
  }

  @Test
  void anyWhenSuccessComesBetweenThenCountStartsAgain() {
    for (int i = 0; i < 3; i++) {
      raw.failWith(Reason.TIMEOUT);
      assertReason(Reason.TIMEOUT, guarded.load("k"));
      assertReason(Reason.TIMEOUT, guarded.load("k"));
      raw.heal();
      await(guarded.load("k"));
    }

    assertTrue(board.isAvailable("n1"));
  }

  @Test
  void anyWhenConnectionIsLostThenUnavailableUntilItSucceeds() {
    board.watch("n1").disconnected("no connection");
    assertReason(Reason.UNAVAILABLE, guarded.load("k"));

    board.watch("n1").succeeded();

    await(guarded.load("k"));
    assertEquals(List.of("load k"), raw.operations());
  }
}
