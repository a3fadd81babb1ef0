package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;

/** Turns manifests into values of 34 bytes and back. */
public final class ChunkManifestCodec {

  private ChunkManifestCodec() {}

  /** The bytes of a manifest. */
  public static byte[] encode(ChunkManifest head) {
    return new FieldWriter()
        .int64(head.set())
        .int32(head.total())
        .int32(head.partLength())
        .int32(head.checksum())
        .seal(Envelope.PARTS, 0);
  }

  /** Returns whether the bytes begin as those of a manifest do; they may still be damaged. */
  public static boolean isHead(byte[] bytes) {
    return Envelope.PARTS.isMarked(bytes);
  }

  /**
   * The manifest in these bytes.
   *
   * @throws RecordException if the bytes are not a sound manifest
   */
  public static ChunkManifest decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.PARTS.open(bytes).content());
    long set = fields.int64("set");
    int total = fields.int32("total");
    int partLength = fields.int32("part length");
    int checksum = fields.int32("checksum");
    fields.end();
    try {
      return new ChunkManifest(set, total, partLength, checksum);
    } catch (IllegalArgumentException e) {
      throw new RecordException(Reason.CORRUPT, "no parts can be like this: " + e.getMessage(), e);
    }
  }

  /** The error of a reader that finds a manifest: its chunks could not be assembled. */
  static RecordException notPutTogether(byte[] bytes) {
    return new RecordException(
        Reason.INCOMPLETE,
        "%d bytes in parts, which are not all there or above maxSessionSize"
            .formatted(decode(bytes).total()));
  }
}
