package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.VersionHistory;
import java.util.ArrayList;
import java.util.List;

/** Turns tombstones into values and back. */
public final class TombstoneCodec {

  private TombstoneCodec() {}

  /** The bytes of a tombstone. */
  public static byte[] encode(Tombstone tombstone) {
    FieldWriter fields =
        new FieldWriter()
            .int64(tombstone.version())
            .int64(tombstone.creationTime())
            .text(tombstone.id().value());
    VersionHistory covered = tombstone.covered();
    if (covered == null) {
      return fields.seal(Envelope.TOMBSTONE, 0);
    }
    fields.int64(covered.version()).int32(covered.before().size());
    covered.before().forEach(fields::int64);
    return fields.seal(Envelope.TOMBSTONE, Envelope.COVERS);
  }

  /** Returns whether the bytes begin as those of a tombstone do; they may still be damaged. */
  public static boolean isTombstone(byte[] bytes) {
    return Envelope.TOMBSTONE.isMarked(bytes);
  }

  /**
   * The tombstone in these bytes.
   *
   * @throws RecordException if the bytes are not a sound tombstone
   */
  public static Tombstone decode(byte[] bytes) {
    Envelope.Body body = Envelope.TOMBSTONE.open(bytes);
    FieldReader fields = new FieldReader(body.content());
    long version = fields.int64("version");
    long creationTime = fields.int64("creation time");
    SessionId id = SessionId.parse(fields.text("id"));
    if (id == null) {
      throw new RecordException(Reason.CORRUPT, "the id is not a session id");
    }
    VersionHistory covered = (body.flags() & Envelope.COVERS) == 0 ? null : readCovered(fields);
    fields.end();
    return new Tombstone(id, version, creationTime, covered);
  }

  private static VersionHistory readCovered(FieldReader fields) {
    long version = fields.int64("covered version");
    int count = fields.count("covered lineage", Long.BYTES);
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      before.add(fields.int64("covered lineage"));
    }
    try {
      return new VersionHistory(version, before);
    } catch (IllegalArgumentException e) {
      throw new RecordException(Reason.CORRUPT, "no lineage: " + e.getMessage(), e);
    }
  }
}
