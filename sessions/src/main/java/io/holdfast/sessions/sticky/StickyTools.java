package io.holdfast.sessions.sticky;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.sessions.backup.BackupExecutor;
import io.holdfast.sessions.expiry.ExpiryNotes;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.repository.StickyRepository;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the steps of one application's sticky sessions share.
 *
 * @param repository the store
 * @param codec the serializer
 * @param files sessions that the store could not take at a stop
 * @param executor one backup of a session at a time
 * @param expiry the Tomcats' notes by which orphaned sessions are found
 */
public record StickyTools(
    StickyRepository repository,
    SnapshotCodec codec,
    DiskFallback files,
    BackupExecutor executor,
    SessionMetrics metrics,
    InstantSource clock,
    ExpiryNotes expiry) {

  /** How requests wait for the store, each time at most so long. */
  StoreWait storeWait(Duration limit) {
    return new StoreWait(limit, executor.virtualWaits());
  }

  /** How long records stay. */
  RecordLifetime lifetime() {
    return expiry.lifetime();
  }
}
