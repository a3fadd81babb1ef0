package io.holdfast.sessions.store;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What each read and write of a session needs.
 *
 * @param nodes the nodes in use now
 * @param codec of the records
 * @param join merges two concurrent records, each with changes that the other has not, the same way
 *     on every Tomcat; null if one of them cannot be decoded here, where that is necessary
 * @param work runs that, since it may call code of the application
 * @param keys of the records
 * @param maxRecordSize in bytes; larger sessions are not stored
 * @param reach how many nodes a read asks at once
 * @param metrics counts what happens
 * @param unreadable is told of records that cannot be used
 */
public record StoreTools(
    Supplier<NodeSet> nodes,
    RecordCodec codec,
    BiFunction<SessionSnapshot, SessionSnapshot, @Nullable SessionSnapshot> join,
    Executor work,
    StorageKeys keys,
    int maxRecordSize,
    Reach reach,
    SessionMetrics metrics,
    UnreadableRecords unreadable) {}
