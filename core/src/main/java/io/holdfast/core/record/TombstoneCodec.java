package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.SessionId;

/** Turns tombstones into values and back. */
public final class TombstoneCodec {

  private TombstoneCodec() {}

  /** The bytes of a tombstone. */
  public static byte[] encode(Tombstone tombstone) {
    return new FieldWriter()
        .int64(tombstone.version())
        .int64(tombstone.creationTime())
        .text("id", tombstone.id().value())
        .seal(Envelope.TOMBSTONE, 0);
  }

  /** Whether the bytes begin as those of a tombstone do; they may still be damaged. */
  public static boolean isTombstone(byte[] bytes) {
    return Envelope.TOMBSTONE.isMarked(bytes);
  }

  /**
   * The tombstone in these bytes.
   *
   * @throws RecordException if the bytes are not a sound tombstone
   */
  public static Tombstone decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.TOMBSTONE.open(bytes).content());
    long version = fields.int64("version");
    long creationTime = fields.int64("creation time");
    SessionId id = SessionId.parse(fields.text("id"));
    if (id == null) {
      throw new RecordException(Reason.CORRUPT, "the id is not a session id");
    }
    fields.end();
    return new Tombstone(id, version, creationTime);
  }
}
