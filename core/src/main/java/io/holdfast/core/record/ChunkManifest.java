package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import java.util.zip.CRC32C;

/**
 * The value under the key of a chunked record: names its chunks, and tells whether they are
 * complete.
 *
 * @param set tells these chunks from those of every other write under the key; 0 to {@link #SETS}
 * @param total size of the value in bytes, at least 1
 * @param partLength size of each chunk in bytes; the last one has the rest
 * @param checksum CRC32C of the value
 */
public record ChunkManifest(long set, int total, int partLength, int checksum) {

  /** How many sets can be told apart: seven digits of base 36. */
  public static final long SETS = 78_364_164_096L;

  /** The most chunks of a value: two digits of base 36. */
  public static final int MAX_PARTS = 1_296;

  /** Checks the ranges. */
  public ChunkManifest {
    if (set < 0 || set >= SETS) {
      throw new IllegalArgumentException("there is no set " + set);
    }
    if (total < 1 || partLength < 1 || count(total, partLength) > MAX_PARTS) {
      throw new IllegalArgumentException(
          "%d bytes in parts of %d; at most %d parts".formatted(total, partLength, MAX_PARTS));
    }
  }

  public static ChunkManifest of(byte[] value, int partLength, long set) {
    return new ChunkManifest(set, value.length, partLength, checksumOf(value));
  }

  public int count() {
    return count(total, partLength);
  }

  /** Where a chunk begins in the value. */
  public int offsetOf(int part) {
    return part * partLength;
  }

  /** The size of a chunk in bytes. */
  public int lengthOf(int part) {
    return Math.min(partLength, total - offsetOf(part));
  }

  /** Returns whether this is the value that was written, by its size and checksum. */
  public boolean isSumOf(byte[] value) {
    return value.length == total && checksumOf(value) == checksum;
  }

  /** The value of 34 bytes that is this manifest. */
  public byte[] encode() {
    return new FieldWriter(FieldWriter.USUAL)
        .int64(set)
        .int32(total)
        .int32(partLength)
        .int32(checksum)
        .seal(Envelope.PARTS, 0);
  }

  /** Returns whether the bytes begin as those of a manifest do; they may still be damaged. */
  public static boolean isHead(byte[] bytes) {
    return Envelope.PARTS.isMarked(bytes);
  }

  /** The manifest in these bytes; throws a {@link RecordException} if the bytes are not sound. */
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

  private static int count(int total, int partLength) {
    return (int) (((long) total + partLength - 1) / partLength);
  }

  private static int checksumOf(byte[] value) {
    CRC32C checksum = new CRC32C();
    checksum.update(value);
    return (int) checksum.getValue();
  }
}
