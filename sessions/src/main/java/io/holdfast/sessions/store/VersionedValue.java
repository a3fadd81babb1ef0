package io.holdfast.sessions.store;

import io.holdfast.core.storage.TimeToLive;

/**
 * A record or tombstone on its way to the nodes.
 *
 * @param mark of the record
 * @param bytes its value
 * @param timeToLive for each node
 */
@SuppressWarnings("ArrayRecordComponent") // bytes travel without copies; values are not compared
record VersionedValue(RecordMark mark, byte[] bytes, TimeToLive timeToLive) {}
