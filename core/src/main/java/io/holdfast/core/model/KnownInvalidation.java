package io.holdfast.core.model;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;

/**
 * The end of a session, or of its former id, that this Tomcat knows of.
 *
 * @param id of the session, without a route
 * @param tombstone what is restored where nodes have lost it; in version 0 where sessions have none
 * @param until milliseconds since the epoch: from then on no copy of the session is left anywhere
 */
public record KnownInvalidation(SessionId id, Tombstone tombstone, long until) {

  public KnownInvalidation(Tombstone tombstone, long until) {
    this(new SessionId(tombstone.id().base()), tombstone, until);
  }

  /** Milliseconds since the epoch: another session with the same id has another one. */
  public long creationTime() {
    return tombstone.creationTime();
  }
}
