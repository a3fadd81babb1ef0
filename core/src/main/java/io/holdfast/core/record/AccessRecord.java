package io.holdfast.core.record;

/**
 * The times of access of a session, stored beside its record when a request changed nothing else.
 *
 * @param version the version of the record that the request showed. For a sticky session the times
 *     count for no other; for one that any Tomcat may serve they count for the session, since a
 *     request may show an older version than the record that lies there
 * @param lastAccessedTime milliseconds since the epoch
 * @param thisAccessedTime milliseconds since the epoch
 */
public record AccessRecord(long version, long lastAccessedTime, long thisAccessedTime) {}
