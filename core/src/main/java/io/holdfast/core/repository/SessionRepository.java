package io.holdfast.core.repository;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.AccessCodec;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in the store, by their id. Every future completes normally, within a small multiple of
 * the stores' deadline.
 */
public final class SessionRepository {

  private static final int MAX_PENDING_DELETES = 10_000;
  private static final int DELETES_AT_A_TIME = 100;

  private final Placement placement;
  private final Map<String, SessionStore> stores;
  private final RecordCodec codec;
  private final StorageKeys keys;
  private final int maxRecordSize;
  private final SessionMetrics metrics;
  private final RecordLoader loader;
  private final PendingDeletes pendingDeletes = new PendingDeletes(MAX_PENDING_DELETES);

  /**
   * Creates a repository.
   *
   * @param placement which nodes to ask
   * @param stores the nodes' stores by node id
   * @param codec of the records
   * @param keys under which records lie
   * @param maxRecordSize in bytes; larger sessions are not stored
   * @param metrics counts what happens
   */
  public SessionRepository(
      Placement placement,
      Map<String, SessionStore> stores,
      RecordCodec codec,
      StorageKeys keys,
      int maxRecordSize,
      SessionMetrics metrics) {
    this.placement = placement;
    this.stores = Map.copyOf(stores);
    this.codec = codec;
    this.keys = keys;
    this.maxRecordSize = maxRecordSize;
    this.metrics = metrics;
    this.loader = new RecordLoader(placement, this.stores, codec, keys, pendingDeletes, metrics);
  }

  /** The nodes that should hold the session now; empty if no node answers. */
  public List<String> targets(SessionId id) {
    return placement.targets(id.base());
  }

  /** Finds the newest record of a session. */
  public CompletableFuture<LoadResult> load(SessionId id) {
    return loader.load(id);
  }

  /** Writes a record to the nodes that should hold it, or to others where those fail. */
  public CompletableFuture<SaveResult> save(SessionSnapshot snapshot, TimeToLive timeToLive) {
    byte[] record = codec.encode(snapshot);
    if (record.length > maxRecordSize) {
      metrics.increment(Metric.RECORDS_TOO_LARGE);
      return CompletableFuture.completedFuture(new SaveResult.TooLarge(record.length));
    }
    String key = keys.keyOf(snapshot.id());
    List<String> order = placement.writeOrder(snapshot.id().base());
    Write write = new Write(key, record, timeToLive, order);
    return write.perform();
  }

  /**
   * Extends the time to live and notes when the session was used.
   *
   * @param nodeIds the nodes that hold the session
   * @param access the times, and the version of the record they belong to
   * @return whether all nodes still had the record
   */
  public CompletableFuture<Boolean> touch(
      SessionId id, List<String> nodeIds, AccessRecord access, TimeToLive timeToLive) {
    byte[] accessRecord = AccessCodec.encode(access);
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(!nodeIds.isEmpty());
    for (String node : nodeIds) {
      SessionStore store = store(node);
      CompletableFuture<Boolean> touched = store.touch(keys.keyOf(id), timeToLive);
      CompletableFuture<Boolean> noted =
          store
              .store(keys.accessKeyOf(id), accessRecord, timeToLive, WriteCondition.always())
              .handle((result, failure) -> failure == null);
      CompletableFuture<Boolean> both =
          touched
              .handle((found, failure) -> failure == null && Boolean.TRUE.equals(found))
              .thenCombine(noted, Boolean::logicalAnd);
      all = all.thenCombine(both, Boolean::logicalAnd);
    }
    return all;
  }

  /**
   * From now on the session's records count as absent here, until they are deleted or the id is
   * used for a new session: it has ended, and {@link #delete} follows as soon as it can.
   */
  public void forbid(SessionId id) {
    stores.keySet().forEach(node -> pendingDeletes.add(node, keys.keyOf(id)));
  }

  /**
   * Deletes a session from all nodes. For a node that does not answer the deletion is remembered
   * until {@link #nodeReturned}.
   *
   * @return false if a node that is there did not delete: worth another try
   */
  public CompletableFuture<Boolean> delete(SessionId id) {
    metrics.increment(Metric.DELETES);
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String node : stores.keySet()) {
      all = all.thenCombine(delete(node, keys.keyOf(id)), Boolean::logicalAnd);
      // An access record that stays does no harm: it says nothing without the record.
      var unused = store(node).delete(keys.accessKeyOf(id));
    }
    return all;
  }

  /** Carries out what was remembered for a node while it was away. */
  public CompletableFuture<Void> nodeReturned(String nodeId) {
    return deletePending(nodeId, pendingDeletes.of(nodeId));
  }

  /** A few at a time: the node's other operations need room as well. */
  private CompletableFuture<Void> deletePending(String nodeId, List<String> pending) {
    if (pending.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    int count = Math.min(DELETES_AT_A_TIME, pending.size());
    List<CompletableFuture<Boolean>> deletions =
        pending.subList(0, count).stream().map(key -> delete(nodeId, key)).toList();
    return all(deletions)
        .thenCompose(done -> deletePending(nodeId, pending.subList(count, pending.size())));
  }

  private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> parts) {
    return CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]));
  }

  private CompletableFuture<Boolean> delete(String node, String key) {
    return store(node)
        .delete(key)
        .handle(
            (found, failure) -> {
              if (failure == null) {
                pendingDeletes.cancel(node, key);
                return true;
              }
              pendingDeletes.add(node, key);
              return StoreException.reasonOf(failure) == Reason.UNAVAILABLE;
            });
  }

  private SessionStore store(String node) {
    SessionStore store = stores.get(node);
    if (store == null) {
      throw new IllegalArgumentException("unknown node: " + node);
    }
    return store;
  }

  /** One save on its way: first the best nodes side by side, then others one by one. */
  private final class Write {

    private final String key;
    private final byte[] record;
    private final TimeToLive timeToLive;
    private final List<String> order;
    private final Set<String> forbiddenOn = new HashSet<>();
    private final List<String> storedOn = new ArrayList<>();
    private boolean tooLarge;

    Write(String key, byte[] record, TimeToLive timeToLive, List<String> order) {
      this.key = key;
      this.record = record;
      this.timeToLive = timeToLive;
      this.order = order;
      order.stream().filter(node -> pendingDeletes.contains(node, key)).forEach(forbiddenOn::add);
    }

    CompletableFuture<SaveResult> perform() {
      int first = Math.min(placement.copies(), order.size());
      List<CompletableFuture<Void>> writes =
          order.subList(0, first).stream().map(this::writeTo).toList();
      return all(writes).thenCompose(done -> fillUp(first));
    }

    private CompletableFuture<SaveResult> fillUp(int next) {
      if (isComplete() || next >= order.size()) {
        return CompletableFuture.completedFuture(result());
      }
      return writeTo(order.get(next)).thenCompose(done -> fillUp(next + 1));
    }

    private CompletableFuture<Void> writeTo(String node) {
      return store(node)
          .store(key, record, timeToLive, WriteCondition.always())
          .handle(
              (result, failure) -> {
                noteAnswer(node, failure);
                return null;
              });
    }

    private synchronized void noteAnswer(String node, @Nullable Throwable failure) {
      if (failure == null) {
        storedOn.add(node);
        if (forbiddenOn.contains(node)) {
          pendingDeletes.cancel(node, key); // but not a deletion that was asked for meanwhile
        }
      } else if (StoreException.reasonOf(failure) == Reason.TOO_LARGE) {
        tooLarge = true;
      }
    }

    private synchronized boolean isComplete() {
      return storedOn.size() >= placement.copies() || tooLarge;
    }

    private synchronized SaveResult result() {
      if (!storedOn.isEmpty()) {
        metrics.increment(Metric.BACKUPS_STORED);
        metrics.add(Metric.BYTES_WRITTEN, (long) record.length * storedOn.size());
        return new SaveResult.Stored(storedOn, record.length);
      }
      if (tooLarge) {
        metrics.increment(Metric.RECORDS_TOO_LARGE);
        return new SaveResult.TooLarge(record.length);
      }
      metrics.increment(Metric.BACKUPS_FAILED);
      return new SaveResult.Failed();
    }
  }
}
