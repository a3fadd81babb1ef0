package io.holdfast.core.nonsticky;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.expiry.ExpiryNotes;
import io.holdfast.core.fallback.DiskFallback;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.RecordLifetime;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.repository.NonStickyRepository;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What the steps of one application's non-sticky sessions have in common.
 *
 * @param repository the store
 * @param merger joins records, and with its codec reads and writes them
 * @param files sessions in files, which the store could not take
 * @param random for the versions of records
 * @param expiry what Tomcats note for the time when all Tomcats of a session are gone
 */
public record NonStickyTools(
    NonStickyRepository repository,
    RecordMerger merger,
    DiskFallback files,
    SessionMetrics metrics,
    InstantSource clock,
    RandomGenerator random,
    ExpiryNotes expiry) {

  /** Lays attributes over others. */
  AttributeMerger attributes() {
    return merger.attributes();
  }

  /** The serializer. */
  SnapshotCodec codec() {
    return attributes().codec();
  }

  /** Of what is stored. */
  Granularity granularity() {
    return attributes().granularity();
  }

  /** How long records stay. */
  RecordLifetime lifetime() {
    return expiry.lifetime();
  }
}
