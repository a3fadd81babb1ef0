package io.holdfast.sessions.repository;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One save: first to the best nodes side by side, then to others one by one. */
final class RecordWrite {

  private final String key;
  private final long creationTime;
  private final List<String> order;
  private final Function<String, WriteCondition> conditions;
  private final NodeSet nodes;
  private final int copies;
  private final PendingDeletes pendingDeletes;
  private final SessionMetrics metrics;

  /** The nodes that have to delete the key, and whether that was due. */
  private final Map<String, Boolean> forbiddenOn = new HashMap<>();

  private final List<String> storedOn = new ArrayList<>();

  /** What a node says that finds the record too large; null if none does. */
  private @Nullable String tooLarge;

  /** Whether a node failed for another reason. */
  private boolean anotherFailed;

  private boolean overtaken;

  /**
   * Prepares a write.
   *
   * @param creationTime of the session
   * @param order the nodes that may take it, the best first
   * @param conditions on what each of them must hold
   * @param nodes the nodes when the write began
   */
  RecordWrite(
      String key,
      long creationTime,
      List<String> order,
      Function<String, WriteCondition> conditions,
      NodeSet nodes,
      PendingDeletes pendingDeletes,
      SessionMetrics metrics) {
    this.key = key;
    this.creationTime = creationTime;
    this.order = order;
    this.conditions = conditions;
    this.nodes = nodes;
    this.copies = nodes.placement().copies();
    this.pendingDeletes = pendingDeletes;
    this.metrics = metrics;
  }

  CompletableFuture<SaveResult> perform(byte[] record, TimeToLive timeToLive) {
    long started = metrics.started();
    int first = Math.min(copies, order.size());
    CompletableFuture<?>[] writes =
        order.subList(0, first).stream()
            .map(node -> writeTo(node, record, timeToLive))
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(writes)
        .thenCompose(done -> fillUp(first, record, timeToLive))
        .thenApply(done -> result(record.length, started));
  }

  private CompletableFuture<Void> fillUp(int next, byte[] record, TimeToLive timeToLive) {
    if (isComplete() || next >= order.size()) {
      return CompletableFuture.completedFuture(null);
    }
    return writeTo(order.get(next), record, timeToLive)
        .thenCompose(done -> fillUp(next + 1, record, timeToLive));
  }

  private CompletableFuture<Void> writeTo(String node, byte[] record, TimeToLive timeToLive) {
    holdDeletion(node);
    return nodes
        .store(node)
        .store(key, record, timeToLive, conditions.apply(node))
        .handle(
            (result, failure) -> {
              noteAnswer(node, result, failure);
              return null;
            });
  }

  /** A deletion that is sent behind this write would delete what this has written. */
  private synchronized void holdDeletion(String node) {
    if (pendingDeletes.contains(node, key)) {
      forbiddenOn.put(node, pendingDeletes.hold(node, key));
    }
  }

  private synchronized void noteAnswer(
      String node, @Nullable WriteResult result, @Nullable Throwable failure) {
    boolean isStored = result != null && result.isStored();
    if (!isStored && Boolean.TRUE.equals(forbiddenOn.get(node))) {
      pendingDeletes.release(node, key);
    }
    if (WriteResult.isConflict(result)) {
      overtaken = true;
    } else if (failure == null) {
      storedOn.add(node);
      if (forbiddenOn.containsKey(node)) { // not a deletion that was asked for meanwhile
        pendingDeletes.cancel(node, key, creationTime);
      }
    } else {
      String remedy = SizeRefusal.in(failure);
      tooLarge = remedy == null ? tooLarge : remedy;
      anotherFailed |= remedy == null;
    }
  }

  private synchronized boolean isComplete() {
    return storedOn.size() >= copies || overtaken;
  }

  private synchronized SaveResult result(int bytes, long started) {
    metrics.ended(Timing.SAVE, started);
    if (overtaken) {
      metrics.increment(Metric.SAVE_CONFLICTS);
      return new SaveResult.Overtaken();
    }
    if (!storedOn.isEmpty()) {
      metrics.increment(Metric.BACKUPS_STORED);
      metrics.add(Metric.BYTES_WRITTEN, (long) bytes * storedOn.size());
      return new SaveResult.Stored(storedOn, bytes);
    }
    if (tooLarge != null && !anotherFailed) {
      metrics.increment(Metric.RECORDS_TOO_LARGE);
      return new SaveResult.TooLarge(bytes, tooLarge);
    }
    metrics.increment(Metric.BACKUPS_FAILED);
    return new SaveResult.Failed();
  }
}
