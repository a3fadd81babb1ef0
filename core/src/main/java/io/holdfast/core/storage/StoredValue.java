package io.holdfast.core.storage;

/**
 * A value and the version under which the node holds it.
 *
 * @param bytes the value; the receiver must not modify it
 * @param version names the write that the value comes from, for {@link WriteCondition.IfVersion};
 *     never the version of another write, also after the node was started anew and counts from one
 *     again. After the connection was lost it may be the version of nothing any more
 */
@SuppressWarnings("ArrayRecordComponent") // bytes travel without copies; nobody compares values
public record StoredValue(byte[] bytes, long version) {}
