package io.holdfast.core.session;

import org.jspecify.annotations.Nullable;

/**
 * The state of a session at one moment.
 *
 * @param id the id, with the route of the Tomcat that took the snapshot
 * @param version counts the snapshots of a session that were stored; a larger one is newer
 * @param times clock readings and interval
 * @param authType how the user was authenticated, free text; null if nobody is
 * @param principal the encoded principal; empty if there is none
 * @param notes encoded notes of the container, such as a saved request; empty if there are none
 * @param attributes the encoded attributes
 */
public record SessionSnapshot(
    SessionId id,
    long version,
    SessionTimes times,
    @Nullable String authType,
    Bytes principal,
    Bytes notes,
    EncodedAttributes attributes) {

  /** This snapshot with other times. */
  public SessionSnapshot withTimes(SessionTimes other) {
    return new SessionSnapshot(id, version, other, authType, principal, notes, attributes);
  }
}
