package io.holdfast.core.nonsticky;

import io.holdfast.core.expiry.ExpiryNotes;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.repository.NonStickyRepository;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What every save of a shared session needs.
 *
 * @param repository where records are read and written
 * @param codec of principals
 * @param layers of attributes
 * @param crossed joins records
 * @param work runs what calls code of the application when nodes have answered
 * @param random for the versions
 * @param clock tells when something was stored
 * @param metrics counts what happens
 * @param expiry notes for other Tomcats when sessions will be over
 */
record SaveTools(
    NonStickyRepository repository,
    SnapshotCodec codec,
    AttributeMerger layers,
    RecordMerger crossed,
    Executor work,
    RandomGenerator random,
    InstantSource clock,
    SessionMetrics metrics,
    ExpiryNotes expiry) {}
