package io.holdfast.core.record;

import io.holdfast.core.session.SessionId;

/**
 * Stands in a record's place after the session has ended, so that a late writer cannot bring it
 * back and "ended" is told apart from "the store lost it".
 *
 * @param id the id of the session that ended
 * @param version newer than the last record's
 * @param creationTime of the session that ended, milliseconds since the epoch: another session with
 *     the same id has another one
 */
public record Tombstone(SessionId id, long version, long creationTime) {}
