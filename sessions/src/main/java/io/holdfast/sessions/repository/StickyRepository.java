package io.holdfast.sessions.repository;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.AccessCodec;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sessions in the store, by their id. Every future completes normally, within a small multiple of
 * the stores' deadline.
 */
public final class StickyRepository {

  private static final int MAX_PENDING_DELETES = 10_000;
  private static final int DELETES_AT_A_TIME = 100;

  /** The nodes that answer are the same for each key. */
  private static final String ANY_KEY = "";

  private final Supplier<NodeSet> nodes;
  private final RecordCodec codec;
  private final StorageKeys keys;
  private final int maxRecordSize;
  private final SessionMetrics metrics;
  private final RecordLoader loader;
  private final UnreadableRecords unreadable;
  private final PendingDeletes pendingDeletes = new PendingDeletes(MAX_PENDING_DELETES);

  /**
   * Creates a repository.
   *
   * @param nodes the nodes in use now
   * @param codec of the records
   * @param keys of the records
   * @param maxRecordSize in bytes; larger sessions are not stored
   * @param metrics counts what happens
   * @param unreadable is told of records that cannot be used
   */
  public StickyRepository(
      Supplier<NodeSet> nodes,
      RecordCodec codec,
      StorageKeys keys,
      int maxRecordSize,
      SessionMetrics metrics,
      UnreadableRecords unreadable) {
    this.nodes = nodes;
    this.codec = codec;
    this.keys = keys;
    this.maxRecordSize = maxRecordSize;
    this.metrics = metrics;
    this.loader = new RecordLoader(codec, keys, pendingDeletes, metrics, unreadable);
    this.unreadable = unreadable;
  }

  /** Is told of records that cannot be used. */
  public UnreadableRecords unreadable() {
    return unreadable;
  }

  /** The nodes that should hold the session now; empty if no node answers. */
  public List<String> targets(SessionId id) {
    return nodes.get().placement().targets(id.base());
  }

  /** All nodes. */
  public Set<String> nodeIds() {
    return nodes.get().stores().keySet();
  }

  /** Whether one of these nodes is worth asking. */
  public boolean isAnyAvailable(SessionId id, Set<String> nodeIds) {
    return nodes.get().placement().readOrder(id.base()).stream().anyMatch(nodeIds::contains);
  }

  /** Finds the newest record under an id. */
  public CompletableFuture<LoadResult> load(SessionId id) {
    return load(id, Long.MIN_VALUE);
  }

  /**
   * Finds the newest record of a session, or of a later session with the same id.
   *
   * @param creationTime of the session; records of sessions that had the id before count as absent
   */
  public CompletableFuture<LoadResult> load(SessionId id, long creationTime) {
    return loader.load(id, creationTime, nodes.get());
  }

  /** Writes a record to the nodes that should hold it, or to others where those fail. */
  public CompletableFuture<SaveResult> save(SessionSnapshot snapshot, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    List<String> order = now.placement().writeOrder(snapshot.id().base());
    return write(snapshot, timeToLive, now, order, node -> WriteCondition.always());
  }

  /**
   * Writes a record to nodes that replied to a load, each only if it still holds what it held then.
   * A node that did not reply gets nothing: it may hold a newer record.
   *
   * @param replies the replies of the nodes to {@link #load}
   */
  public CompletableFuture<SaveResult> saveOver(
      NodeReplies replies, SessionSnapshot snapshot, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    List<String> order =
        now.placement().writeOrder(snapshot.id().base()).stream()
            .filter(replies.versions()::containsKey)
            .toList();
    return write(snapshot, timeToLive, now, order, replies::unchangedOn);
  }

  private CompletableFuture<SaveResult> write(
      SessionSnapshot snapshot,
      TimeToLive timeToLive,
      NodeSet now,
      List<String> order,
      Function<String, WriteCondition> conditions) {
    byte[] record = codec.encode(snapshot);
    if (record.length > maxRecordSize) {
      metrics.increment(Metric.RECORDS_TOO_LARGE);
      return CompletableFuture.completedFuture(
          new SaveResult.TooLarge(record.length, SizeRefusal.above(maxRecordSize)));
    }
    String key = keys.keyOf(snapshot.id());
    long creationTime = snapshot.times().creationTime();
    return new RecordWrite(key, creationTime, order, conditions, now, pendingDeletes, metrics)
        .perform(record, timeToLive);
  }

  /**
   * Extends the time to live and notes when the session was used.
   *
   * @param nodeIds the nodes that hold the session
   * @param access the times, and the version of the record they belong to
   * @return whether all these nodes answer and still had the record
   */
  public CompletableFuture<Boolean> touch(
      SessionId id, List<String> nodeIds, AccessRecord access, TimeToLive timeToLive) {
    byte[] accessRecord = AccessCodec.encode(access);
    NodeSet now = nodes.get();
    if (nodeIds.isEmpty() || !now.stores().keySet().containsAll(nodeIds)) {
      return CompletableFuture.completedFuture(false);
    }
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String node : nodeIds) {
      SessionStore store = now.store(node);
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
   * Makes the session's records count as absent here, until they are deleted or the id is used for
   * a new session: it has ended, and {@link #delete} follows. If it does not follow, because a
   * backup in front of it does not end, the second {@link #deletePending()} from now does it.
   *
   * @param creationTime of the session; a later one with the same id is another session
   */
  public void forbid(SessionId id, long creationTime) {
    nodes
        .get()
        .stores()
        .keySet()
        .forEach(node -> pendingDeletes.announce(node, keys.keyOf(id), creationTime));
  }

  /** {@link #delete} could not be asked for: {@link #deletePending()} does it. */
  public void deleteLater(SessionId id, long creationTime) {
    nodes
        .get()
        .stores()
        .keySet()
        .forEach(node -> pendingDeletes.add(node, keys.keyOf(id), creationTime));
  }

  /**
   * Deletes a session from all nodes, whatever they hold: no other session has its id yet. For a
   * node that does not do it the deletion is remembered until {@link #deletePending(String)}.
   *
   * @param creationTime of the session; a later one with the same id is another session
   * @return false if a node did not delete that does not count as lost, and so need never return:
   *     worth another try
   */
  public CompletableFuture<Boolean> delete(SessionId id, long creationTime) {
    metrics.increment(Metric.DELETES);
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (Map.Entry<String, SessionStore> node : nodes.get().stores().entrySet()) {
      SessionStore store = node.getValue();
      all =
          all.thenCombine(
              delete(node.getKey(), store, keys.keyOf(id), creationTime), Boolean::logicalAnd);
      // An access record that stays does no harm: it means nothing without the record.
      var unused = store.delete(keys.accessKeyOf(id));
    }
    return all;
  }

  /**
   * Deletes a session again, or late: another one may have its id by now. So each node is asked
   * what it holds, and the record of a session that was created later stays.
   *
   * @param creationTime of the session
   * @return the same as {@link #delete}
   */
  public CompletableFuture<Boolean> deleteAgain(SessionId id, long creationTime) {
    metrics.increment(Metric.DELETES);
    String key = keys.keyOf(id);
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (Map.Entry<String, SessionStore> node : nodes.get().stores().entrySet()) {
      pendingDeletes.add(node.getKey(), key, creationTime);
      all =
          all.thenCombine(
              deleteUnlessLater(node.getKey(), node.getValue(), key, creationTime),
              Boolean::logicalAnd);
    }
    return all;
  }

  /** Carries out the deletions that a node did not take when it was asked for them. */
  public CompletableFuture<Void> deletePending(String nodeId) {
    SessionStore store = nodes.get().stores().get(nodeId);
    return store == null
        ? CompletableFuture.completedFuture(null)
        : deletePending(nodeId, store, pendingDeletes.due(nodeId));
  }

  /** A round over the nodes that do not count as lost: the same for each of them. */
  public CompletableFuture<Void> deletePending() {
    List<String> there = nodes.get().placement().readOrder(ANY_KEY);
    there.forEach(pendingDeletes::beginRound);
    return all(there.stream().map(this::deletePending).toList());
  }

  /** Forgets the deletions that were remembered for a node that has left the list. */
  public void nodeLeft(String nodeId) {
    pendingDeletes.forget(nodeId);
  }

  /** Deletes a few at a time: the node's other operations need room as well. */
  private CompletableFuture<Void> deletePending(
      String nodeId, SessionStore store, List<PendingDeletes.Deletion> pending) {
    if (pending.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    int count = Math.min(DELETES_AT_A_TIME, pending.size());
    List<CompletableFuture<Boolean>> deletions =
        pending.subList(0, count).stream()
            .map(due -> deleteUnlessLater(nodeId, store, due.key(), due.creationTime()))
            .toList();
    return all(deletions)
        .thenCompose(done -> deletePending(nodeId, store, pending.subList(count, pending.size())));
  }

  private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> parts) {
    return CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]));
  }

  private CompletableFuture<Boolean> delete(
      String node, SessionStore store, String key, long creationTime) {
    return store
        .delete(key)
        .handle((found, failure) -> deleted(node, key, creationTime, failure == null));
  }

  private boolean deleted(String node, String key, long creationTime, boolean isDone) {
    if (isDone) {
      pendingDeletes.cancel(node, key, creationTime);
      return true;
    }
    pendingDeletes.add(node, key, creationTime);
    return isLost(node);
  }

  /** The deletion of a key is due; by now the key may have the record of a later session. */
  private CompletableFuture<Boolean> deleteUnlessLater(
      String node, SessionStore store, String key, long creationTime) {
    return store
        .load(key)
        .thenCompose(
            found ->
                found == null || isOfLaterSession(found, creationTime)
                    ? CompletableFuture.completedFuture(deleted(node, key, creationTime, true))
                    : deleteIfDue(node, store, key, creationTime))
        .exceptionally(failure -> deleted(node, key, creationTime, false));
  }

  /** A later session may have been sent to the node while this asked what the node holds. */
  private CompletableFuture<Boolean> deleteIfDue(
      String node, SessionStore store, String key, long creationTime) {
    return pendingDeletes.isDue(node, key)
        ? delete(node, store, key, creationTime)
        : CompletableFuture.completedFuture(true);
  }

  private static boolean isOfLaterSession(StoredValue found, long creationTime) {
    try {
      return StoredRecord.markIn(found.bytes()).creationTime() > creationTime;
    } catch (RecordException e) {
      return false; // no Tomcat can read it
    }
  }

  private boolean isLost(String node) {
    return !nodes.get().placement().readOrder(ANY_KEY).contains(node);
  }
}
