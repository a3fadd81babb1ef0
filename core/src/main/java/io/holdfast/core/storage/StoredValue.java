package io.holdfast.core.storage;

/**
 * A value and the version under which the node holds it.
 *
 * @param bytes the value; the receiver must not modify it
 * @param version the node's version of the value (memcached: the CAS unique), for {@link
 *     WriteCondition.IfVersion}
 */
@SuppressWarnings("ArrayRecordComponent") // bytes travel without copies; nobody compares values
public record StoredValue(byte[] bytes, long version) {}
