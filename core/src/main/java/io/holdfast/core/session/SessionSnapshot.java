package io.holdfast.core.session;

import org.jspecify.annotations.Nullable;

/**
 * The state of a session at one moment.
 *
 * @param id the id, with the route of the Tomcat that took the snapshot
 * @param lineage its version, a larger one is newer; for a non-sticky session also the versions
 *     that it includes
 * @param origins for a non-sticky session, the versions that last changed its parts
 * @param authType how the user was authenticated, free text; null without a user
 * @param principal the encoded principal; empty if there is none
 * @param notes encoded notes of the container, such as a saved request; empty if there are none
 */
public record SessionSnapshot(
    SessionId id,
    VersionHistory lineage,
    FieldVersions origins,
    SessionTimes times,
    @Nullable String authType,
    Bytes principal,
    Bytes notes,
    EncodedAttributes attributes) {

  /** A snapshot of a sticky session, whose versions are counters. */
  public SessionSnapshot(
      SessionId id,
      long version,
      SessionTimes times,
      @Nullable String authType,
      Bytes principal,
      Bytes notes,
      EncodedAttributes attributes) {
    this(
        id,
        VersionHistory.counted(version),
        FieldVersions.NONE,
        times,
        authType,
        principal,
        notes,
        attributes);
  }

  /** The version of the record; a larger one is newer. */
  public long version() {
    return lineage.version();
  }

  /** Returns whether it is of the same session and includes changes that the other does not. */
  public boolean isAheadOf(SessionSnapshot other) {
    return times.creationTime() == other.times.creationTime() && !other.lineage.includes(lineage);
  }

  /** Returns whether it is of the same session with the same id and versions: all but the times. */
  public boolean isSameAs(SessionSnapshot other) {
    return times.creationTime() == other.times.creationTime()
        && id.equals(other.id)
        && lineage.version() == other.lineage.version()
        && lineage.before().equals(other.lineage.before())
        && origins.equals(other.origins);
  }

  public SessionSnapshot withLineage(VersionHistory other) {
    return new SessionSnapshot(id, other, origins, times, authType, principal, notes, attributes);
  }

  public SessionSnapshot withTimes(SessionTimes other) {
    return new SessionSnapshot(id, lineage, origins, other, authType, principal, notes, attributes);
  }

  public SessionSnapshot withAttributes(EncodedAttributes other) {
    return new SessionSnapshot(id, lineage, origins, times, authType, principal, notes, other);
  }

  /** Returns whether the bytes of its attributes were given up, so that it cannot be written. */
  public boolean isForgotten() {
    return attributes instanceof EncodedAttributes.Forgotten;
  }

  /** How many bytes its attributes, login and notes have; not to be asked if it is forgotten. */
  public int contentLength() {
    return Math.toIntExact(attributes.length() + principal.length() + notes.length());
  }

  /** This snapshot without the bytes of its attributes. */
  public SessionSnapshot forgotten() {
    return isForgotten() ? this : withAttributes(EncodedAttributes.Forgotten.ALL);
  }

  /** This snapshot under another id. */
  public SessionSnapshot withId(SessionId other) {
    return new SessionSnapshot(
        other, lineage, origins, times, authType, principal, notes, attributes);
  }
}
