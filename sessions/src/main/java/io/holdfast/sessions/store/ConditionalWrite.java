package io.holdfast.sessions.store;

import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.WriteResult;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One write: compare-and-set on the first node that answers, then the copies. */
final class ConditionalWrite {

  private final String key;
  private final VersionedValue value;
  private final FoundRecord basis;
  private final NodeSet nodes;

  /** The nodes that may take it, the best first. */
  private final List<String> order;

  /** Nodes on which it only replaces what they have. */
  private final List<String> standby;

  private boolean isNew;
  private @Nullable WrittenCopies made;
  private boolean anotherFailed;

  /** What a node says that finds the record too large; null if none does. */
  private @Nullable String tooLarge;

  /** Prepares a write over what was found. */
  ConditionalWrite(String key, VersionedValue value, FoundRecord basis, NodeSet nodes) {
    this.key = key;
    this.value = value;
    this.basis = basis;
    this.nodes = nodes;
    this.order = nodes.placement().writeOrder(basis.id().base());
    this.standby = value.standby(nodes.placement(), basis.id().base());
  }

  /** Writes; completes when the copies are done, too. */
  CompletableFuture<WriteOutcome> perform() {
    isNew = basis.holdings().isEmpty();
    return attempt(0);
  }

  /** Brings all nodes that should hold it up to date; none of them decides. */
  CompletableFuture<CopyResult> copyToAll() {
    return copyTo(0, value.copies(nodes.placement()));
  }

  /** Writes to the best node that takes it; only to nodes that were asked in the load. */
  private CompletableFuture<WriteOutcome> attempt(int index) {
    if (index >= order.size()) {
      return done(onNoNode());
    }
    String node = order.get(index);
    NodeHolding holding = holdingOf(node);
    if (holding == null) {
      // It was away when the session was read: other Tomcats may have written there since.
      return done(index == 0 ? new WriteOutcome.Conflict(false) : onNoNode());
    }
    if (holding.forbids(value)) {
      anotherFailed = true;
      return attempt(index + 1);
    }
    return nodes
        .store(node)
        .store(key, value.bytes(), value.timeToLive(), holding.condition())
        .handle(Attempt::new)
        .thenCompose(
            answer -> {
              if (answer.result == null) {
                noteFailure(Objects.requireNonNull(answer.failure));
                return attempt(index + 1);
              }
              if (!answer.result.isStored()) {
                return done(new WriteOutcome.Conflict(anotherFailed));
              }
              noteMade(node, answer.result.version());
              return copyBehind(index);
            });
  }

  /** A node may hold the write although it failed there, unless it finds the record too large. */
  private void noteFailure(Throwable failure) {
    String remedy = value.remedyFor(failure);
    tooLarge = remedy == null ? tooLarge : remedy;
    anotherFailed |= remedy == null;
  }

  private WriteOutcome onNoNode() {
    return tooLarge == null || anotherFailed
        ? new WriteOutcome.Failed()
        : new WriteOutcome.TooLarge(value.bytes().length(), tooLarge);
  }

  private CompletableFuture<WriteOutcome> copyBehind(int first) {
    int count = value.copies(nodes.placement()) - 1;
    if (count == 0 && standby.isEmpty()) {
      return done(
          new WriteOutcome.Stored(anotherFailed ? CopyResult.SILENT : CopyResult.CURRENT, made));
    }
    return copyTo(first + 1, count)
        .thenApply(
            worst ->
                worst.compareTo(CopyResult.SILENT) <= 0
                    ? new WriteOutcome.Stored(worst, made)
                    : new WriteOutcome.Conflict(true));
  }

  /** Copies to so many nodes from this place in the order on, and to those on standby. */
  private CompletableFuture<CopyResult> copyTo(int from, int count) {
    CompletableFuture<CopyResult> all =
        CompletableFuture.completedFuture(anotherFailed ? CopyResult.SILENT : CopyResult.CURRENT);
    for (String node : order.subList(from, Math.min(from + count, order.size()))) {
      all =
          all.thenCombine(
              new CopyToNode(key, value, nodes.store(node)).perform(holdingOf(node)),
              (worst, copied) -> {
                if (made != null) {
                  noteMade(node, copied.version());
                }
                return worst.or(copied.result());
              });
    }
    for (String node : standby) {
      all =
          all.thenCombine(
              new CopyToNode(key, value, nodes.store(node)).performWhereHeld(holdingOf(node)),
              (worst, copied) -> worst.or(copied.result()));
    }
    return all;
  }

  /** Called for one node after the other. */
  private void noteMade(String node, long version) {
    if (version != WriteResult.UNKNOWN) {
      made = new WrittenCopies(made, node, version);
    }
  }

  private @Nullable NodeHolding holdingOf(String node) {
    return isNew ? NodeHolding.nothingOn(node) : basis.holdingOn(node);
  }

  private static CompletableFuture<WriteOutcome> done(WriteOutcome result) {
    return CompletableFuture.completedFuture(result);
  }

  private record Attempt(@Nullable WriteResult result, @Nullable Throwable failure) {}
}
