package io.holdfast.core.record;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.VersionHistory;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a record's place after the session has ended, so that a late writer cannot bring it
 * back and "ended" is told apart from "the store lost it".
 *
 * @param id the id of the session that ended
 * @param version newer than the last record's
 * @param creationTime of the session that ended, milliseconds since the epoch: another session with
 *     the same id has another one
 * @param covered of a former id: what the session has under its new one, so that no record which
 *     has more is replaced before that is taken along; null if it takes the place of anything
 */
public record Tombstone(
    SessionId id, long version, long creationTime, @Nullable VersionHistory covered) {

  /** A tombstone that takes the place of anything of its session. */
  public Tombstone(SessionId id, long version, long creationTime) {
    this(id, version, creationTime, null);
  }

  /** Stands where a jvmRoute would; no Tomcat has this one. */
  private static final String GOES_ON = ">";

  /**
   * The end of an id whose session goes on under another one. It does not say which: who knows the
   * former id must not find the session by it.
   *
   * @param covered what the session has under its new id; null if it takes the place of anything
   */
  public static Tombstone ofFormerId(
      SessionId id, long version, long creationTime, @Nullable VersionHistory covered) {
    SessionId marked = SessionId.parse(id.base() + "." + GOES_ON);
    return new Tombstone(marked == null ? id : marked, version, creationTime, covered);
  }

  /** Whether the session goes on under another id. */
  public boolean isOfFormerId() {
    return GOES_ON.equals(id.jvmRoute());
  }
}
