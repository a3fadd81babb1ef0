package io.holdfast.core.repository;

import io.holdfast.core.storage.TimeToLive;

/**
 * A record or tombstone on its way to the nodes.
 *
 * @param version of the record
 * @param bytes its value
 * @param timeToLive for each node
 */
@SuppressWarnings("ArrayRecordComponent") // bytes travel without copies; nobody compares values
record VersionedValue(long version, byte[] bytes, TimeToLive timeToLive) {}
