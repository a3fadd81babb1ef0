package io.holdfast.sessions.model;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;

/**
 * The invalidation of a session, or of its former id, that this Tomcat knows of.
 *
 * @param until milliseconds since the epoch; from then on no copy of the session is left
 */
public record KnownInvalidation(SessionId id, Tombstone tombstone, long until) {

  public KnownInvalidation(Tombstone tombstone, long until) {
    this(new SessionId(tombstone.id().base()), tombstone, until);
  }

  /** Milliseconds since the epoch; tells sessions with the same id apart. */
  public long creationTime() {
    return tombstone.creationTime();
  }
}
