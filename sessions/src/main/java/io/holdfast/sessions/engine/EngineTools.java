package io.holdfast.sessions.engine;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.expiry.ExpiryNotes;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionStore;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What the steps of one application's sessions share.
 *
 * @param merger merges records; its codec reads and writes them
 * @param expiry the Tomcats' notes by which orphaned sessions are found
 */
public record EngineTools(
    SessionStore store,
    RecordMerger merger,
    DiskFallback files,
    SessionMetrics metrics,
    InstantSource clock,
    RandomGenerator random,
    ExpiryNotes expiry) {

  /** The serializer. */
  SnapshotCodec codec() {
    return merger.codec();
  }

  /** How long records stay. */
  RecordLifetime lifetime() {
    return expiry.lifetime();
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
