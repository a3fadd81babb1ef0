package io.holdfast.core.record;

/**
 * The times of access of a session, stored beside its record when a request changed nothing else.
 *
 * @param version the version of the record that the times belong to; they count for no other
 * @param lastAccessedTime milliseconds since the epoch
 * @param thisAccessedTime milliseconds since the epoch
 */
public record AccessRecord(long version, long lastAccessedTime, long thisAccessedTime) {}
