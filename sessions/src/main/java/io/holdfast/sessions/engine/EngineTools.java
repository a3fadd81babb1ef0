package io.holdfast.sessions.engine;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.expiry.ExpiryIndex;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionStore;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of one application's sessions share.
 *
 * @param merger merges records; its codec reads and writes them
 * @param expiry where Tomcats note when sessions expire, so that orphaned ones are found; null if
 *     these end without their events
 */
public record EngineTools(
    SessionStore store,
    RecordMerger merger,
    DiskFallback files,
    SessionMetrics metrics,
    InstantSource clock,
    RandomGenerator random,
    @Nullable ExpiryIndex expiry) {

  /** The serializer. */
  SnapshotCodec codec() {
    return merger.codec();
  }

  /** How long records stay; longer if Tomcats look for orphaned sessions. */
  RecordLifetime lifetime() {
    return expiry == null ? RecordLifetime.SHORTEST : ExpiryIndex.LIFETIME;
  }

  /**
   * How long the nodes keep a state that was found: a record as long as its own interval says, or
   * the longest that is known; a tombstone as long as any copy of the session may live.
   *
   * @param known times of the session, with the longest interval that is known here
   */
  TimeToLive lifetimeOf(State found, SessionTimes known) {
    return found instanceof State.Present present
        ? lifetime().of(present.snapshot().times().withLongerInterval(known.maxInactiveInterval()))
        : lifetime().ofEnd(known);
  }
}
