package io.holdfast.sessions.store;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import java.util.function.Supplier;

/**
 * What each read and write of a session needs.
 *
 * @param nodes the nodes in use now
 * @param codec of the records
 * @param merging of concurrent records
 * @param keys of the records
 * @param maxRecordSize in bytes; larger sessions are not stored
 * @param reach how many nodes a read asks at once
 * @param metrics counts what happens
 * @param unreadable is told of records that cannot be used
 */
public record StoreTools(
    Supplier<NodeSet> nodes,
    RecordCodec codec,
    Merging merging,
    StorageKeys keys,
    int maxRecordSize,
    Reach reach,
    SessionMetrics metrics,
    UnreadableRecords unreadable) {}
