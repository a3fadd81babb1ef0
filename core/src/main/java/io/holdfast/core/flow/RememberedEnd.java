package io.holdfast.core.flow;

import io.holdfast.core.session.SessionId;

/**
 * The end of a session that this Tomcat knows of.
 *
 * @param id of the session, without a route
 * @param creationTime milliseconds since the epoch: another session with the same id has another
 *     one
 * @param version of the tombstone; 0 where sessions have none
 * @param until milliseconds since the epoch: from then on no copy of the session is left anywhere
 */
record RememberedEnd(SessionId id, long creationTime, long version, long until) {

  RememberedEnd {
    id = id.withJvmRoute(null);
  }
}
