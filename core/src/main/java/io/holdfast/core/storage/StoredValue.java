package io.holdfast.core.storage;

/**
 * A value and the version under which the node holds it.
 *
 * @param bytes the value; the receiver must not modify it
 * @param version names the write that the value comes from, for {@link WriteCondition.IfVersion};
 *     no other write ever has it, even after a restart of the node, which counts from one again.
 *     After a loss of the connection, no value may have it any more
 */
@SuppressWarnings("ArrayRecordComponent") // bytes travel without copies; values are not compared
public record StoredValue(byte[] bytes, long version) {}
