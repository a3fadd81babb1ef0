package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.Nodes;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node answers that is to renew the version of a record and read it. */
final class FencedReadsTest {

  private final Nodes nodes = new Nodes("n1");
  private final FaultyStore node = nodes.get("n1");
  private int unrenewed;

  @BeforeEach
  void store() {
    var unused =
        node.store("s", new byte[] {1}, TimeToLive.UNLIMITED, WriteCondition.always()).join();
  }

  @Test
  void fencedWhenThereIsARecordThenItsVersionIsAnotherOne() {
    long before = version();

    assertNotEquals(before, Objects.requireNonNull(fenced("s").join().value()).version());
  }

  @Test
  void fencedWhenThereIsNoneThenNothing() {
    assertNull(fenced("other").join().value());
  }

  /** It was written in between. */
  @Test
  void fencedWhenTheVersionIsNotRenewedOnceThenItIsRenewedAgain() {
    unrenewed = 1;
    long before = version();

    assertNotEquals(before, Objects.requireNonNull(fenced("s").join().value()).version());
  }

  /** memcached has no memory for it: who held the lease before could still write. */
  @Test
  void fencedWhenTheVersionIsNeverRenewedThenFails() {
    unrenewed = Integer.MAX_VALUE;

    assertTrue(fenced("s").isCompletedExceptionally());
    assertEquals(4, nodes.count("load"), "twice, with the access");
  }

  private long version() {
    return Objects.requireNonNull(node.load("s").join()).version();
  }

  private CompletableFuture<StoredPair> fenced(String key) {
    return ReadBehind.fenced(new Unwilling(node), key, key + ":a")
        .thenApply(answer -> ((PairAnswer.Read) answer).pair());
  }

  /** Says of the first keys that they are missing. */
  private final class Unwilling extends ForwardingStore {

    Unwilling(FaultyStore store) {
      super(store);
    }

    @Override
    public CompletableFuture<Boolean> renewVersion(String key) {
      return unrenewed-- > 0 ? CompletableFuture.completedFuture(false) : super.renewVersion(key);
    }
  }
}
