package io.holdfast.core.record;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.VersionHistory;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a record after the session has ended, so that a late writer cannot bring it back and
 * "ended" is told apart from "the store lost it".
 *
 * @param id the id of the session that ended
 * @param version newer than the last record's
 * @param creationTime of the session that ended, milliseconds since the epoch; tells sessions with
 *     the same id apart
 * @param covered of a former id: what the session includes under its new one, so that no record
 *     with more is replaced before that is merged; null if it replaces anything
 */
public record Tombstone(
    SessionId id, long version, long creationTime, @Nullable VersionHistory covered) {

  /** A tombstone that replaces any record of its session. */
  public Tombstone(SessionId id, long version, long creationTime) {
    this(id, version, creationTime, null);
  }

  /** Takes the place of a jvmRoute; no Tomcat has this one. */
  private static final String GOES_ON = ">";

  /**
   * The tombstone of an id whose session goes on under another one. It does not say which: a client
   * that knows the former id must not find the session by it.
   *
   * @param covered what the session includes under its new id; null if it replaces anything
   */
  public static Tombstone ofFormerId(
      SessionId id, long version, long creationTime, @Nullable VersionHistory covered) {
    SessionId marked = SessionId.parse(id.base() + "." + GOES_ON);
    return new Tombstone(marked == null ? id : marked, version, creationTime, covered);
  }

  /** Returns whether the session goes on under another id. */
  public boolean isOfFormerId() {
    return GOES_ON.equals(id.jvmRoute());
  }

  public byte[] encode() {
    FieldWriter fields =
        new FieldWriter(FieldWriter.USUAL).int64(version).int64(creationTime).text(id.value());
    if (covered == null) {
      return fields.seal(Envelope.TOMBSTONE, 0);
    }
    fields.int64(covered.version()).int32(covered.before().size());
    for (long version : covered.before()) {
      fields.int64(version);
    }
    return fields.seal(Envelope.TOMBSTONE, Envelope.COVERS);
  }

  /** Returns whether the bytes begin as those of a tombstone do; they may still be damaged. */
  public static boolean isTombstone(byte[] bytes) {
    return Envelope.TOMBSTONE.isMarked(bytes);
  }

  /** The tombstone in these bytes; throws a {@link RecordException} if the bytes are not sound. */
  public static Tombstone decode(byte[] bytes) {
    Envelope.Body body = Envelope.TOMBSTONE.open(bytes);
    FieldReader fields = new FieldReader(body.content());
    long version = fields.int64("version");
    long creationTime = fields.int64("creation time");
    SessionId id = fields.sessionId();
    VersionHistory covered =
        (body.flags() & Envelope.COVERS) == 0
            ? null
            : fields.history(fields.int64("covered version"), "covered lineage");
    fields.end();
    return new Tombstone(id, version, creationTime, covered);
  }
}
