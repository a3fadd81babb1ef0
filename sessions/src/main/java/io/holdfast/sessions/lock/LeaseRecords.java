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
   * Writes a lease. Where the node does not report the version of what it has stored, the lease is
   * read afterwards.
   *
   * @param behind is read in one packet with that, after the lease; null for nothing
   * @return with the version if it is stored; null if that is not known
   */
  CompletableFuture<@Nullable WriteResult> write(
      NodeStore store,
      String key,
      long write,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    byte[] lease = new LeaseRecord(owner, write).encode();
    return store
        .storeThenRead(key, lease, timeToLive, condition, behind)
        .<@Nullable WriteResult>thenCompose(
            result ->
                result.isStored() && result.version() == WriteResult.UNKNOWN
                    ? look(store, key)
                        .thenApply(
                            standing ->
                                standing instanceof LeaseState.Ours ours && ours.write() == write
                                    ? WriteResult.stored(ours.version())
                                    : null)
                    : CompletableFuture.completedFuture(result))
        .exceptionally(failure -> null);
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
}
