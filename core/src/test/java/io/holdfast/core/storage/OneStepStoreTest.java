package io.holdfast.core.storage;

import static io.holdfast.core.storage.NodeStoreKit.pairOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.storage.StoreException.Reason;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All decorators together, over a node that writes and reads in one step. */
final class OneStepStoreTest extends NodeStoreKit {

  private static final int PART = 1_000;

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final NodeHealthBoard board =
      new NodeHealthBoard(List.of("n1"), 3, clock, new NodeStateListener() {});
  private final NodeStore store = decorated();

  private NodeStore decorated() {
    node.storeThenReadInOneStep();
    NodeStore told = TellingStore.telling("n1", node, board, metrics, clock);
    NodeStore sealed =
        new SealedStore(
            "n1",
            told,
            Sealing.with(new Sealer(new TestKeys(1), new SecureRandom()), EncryptionMigration.NONE),
            () -> CompletableFuture.completedFuture(null),
            metrics,
            clock);
    ChunkLimits limits = new ChunkLimits(PART, 1_000_000, 4 * PART);
    NodeStore parted = new ChunkedStore("n1", sealed, limits, new Random(1), metrics);
    return new GuardedStore("n1", parted, board);
  }

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  private CompletableFuture<WriteResult> lease(@Nullable ReadBehind behind) {
    return store.storeThenRead("k:l", bytes("lease"), HOUR, WriteCondition.ifAbsent(), behind);
  }

  @Test
  void storeThenReadWhenTheRecordIsInOnePieceThenOneOperation() {
    await(store.store("k", bytes("record"), HOUR, WriteCondition.always()));
    node.clearOperations();
    long timed = metrics.nodeLatency("n1").count();

    ReadBehind behind = new ReadBehind("k", "k:a", null);
    await(lease(behind));

    assertArrayEquals(bytes("record"), Objects.requireNonNull(pairOf(behind).value()).bytes());
    assertEquals(List.of("store-then-read k:l"), node.operations());
    assertEquals(timed + 1, metrics.nodeLatency("n1").count());
    assertTrue(
        Sealer.isSealed(Objects.requireNonNull(await(node.load("k:l"))).bytes()),
        "the node sees nothing of it");
  }

  @Test
  void storeThenReadWhenTheRecordIsInPartsThenTheyAreReadAfterwards() {
    byte[] record = new byte[5 * PART];
    new Random(1).nextBytes(record);
    await(store.store("k", record, HOUR, WriteCondition.always()));
    node.clearOperations();

    ReadBehind behind = new ReadBehind("k", "k:a", null);
    await(lease(behind));

    assertArrayEquals(record, Objects.requireNonNull(pairOf(behind).value()).bytes());
    assertEquals("store-then-read k:l", node.operations().get(0));
    assertTrue(node.operations().stream().skip(1).allMatch(each -> each.startsWith("load k:")));
  }

  @Test
  void storeThenReadWhenTheNodeIsSilentThenItIsLostAndWhatIsBehindFailsToo() {
    node.failWith(Reason.TIMEOUT);
    ReadBehind first = new ReadBehind("k", "k:a", null);
    assertReason(Reason.TIMEOUT, lease(first));
    assertReason(Reason.TIMEOUT, lease(new ReadBehind("k", "k:a", null)));
    assertReason(Reason.TIMEOUT, lease(null));
    assertReason(Reason.TIMEOUT, first.found());
    assertFalse(board.isAvailable("n1"));

    ReadBehind late = new ReadBehind("k", "k:a", null);
    assertReason(Reason.UNAVAILABLE, lease(late));
    assertReason(Reason.UNAVAILABLE, late.found());
  }
}
