package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.LeaseRecord;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the leases of one owner. Futures never complete exceptionally: a failed
 * operation is a null result or {@link LeaseState.Unknown}.
 */
final class LeaseRecords {

  private static final byte[] NO_LEASE = new byte[0];

  private final UUID owner;
  private final TimeToLive timeToLive;
  private final SessionMetrics metrics;
  private final AtomicLong writes = new AtomicLong();

  LeaseRecords(UUID owner, TimeToLive timeToLive, SessionMetrics metrics) {
    this.owner = owner;
    this.timeToLive = timeToLive;
    this.metrics = metrics;
  }

  /** The number of a write that is about to happen; greater than all before. */
  long nextWrite() {
    return writes.incrementAndGet();
  }

  /**
   * Writes a lease and reads the key afterwards, in one round trip.
   *
   * @param behind is read with that, after the lease; null for nothing
   */
  CompletableFuture<Told> write(
      NodeStore store,
      String key,
      long write,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    byte[] lease = new LeaseRecord(owner, write).encode();
    return store
        .storeThenRead(key, lease, timeToLive, condition, behind)
        .thenApply(
            after ->
                new Told(
                    after.result(),
                    after.isRead() ? standing(after.value()) : new LeaseState.Unknown()))
        .exceptionally(failure -> new Told(null, new LeaseState.Unknown()));
  }

  /** Reads the key. */
  CompletableFuture<LeaseState> look(NodeStore store, String key) {
    return store
        .load(key)
        .handle((value, failure) -> failure == null ? standing(value) : new LeaseState.Unknown());
  }

  /** Removes a lease unless it was written since; null if the node does not answer. */
  CompletableFuture<@Nullable WriteResult> remove(NodeStore store, String key, long version) {
    return store
        .store(key, NO_LEASE, TimeToLive.OVER, WriteCondition.ifVersion(version))
        .<@Nullable WriteResult>handle((result, failure) -> result);
  }

  private LeaseState standing(@Nullable StoredValue value) {
    if (value == null) {
      return new LeaseState.Free();
    }
    try {
      LeaseRecord lease = LeaseRecord.decode(value.bytes());
      return lease.owner().equals(owner)
          ? new LeaseState.Ours(lease.write(), value.version())
          : new LeaseState.Others();
    } catch (RecordException e) {
      metrics.increment(Metric.LEASES_UNREADABLE);
      return new LeaseState.Others();
    }
  }

  /**
   * A node's answer to a write.
   *
   * @param result null if it did not answer
   * @param standing the lease state afterwards
   */
  record Told(@Nullable WriteResult result, LeaseState standing) {}
}
