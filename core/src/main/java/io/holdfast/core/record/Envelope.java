package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The frame around every value that is stored: magic number, format version, flags and total length
 * in front, a CRC32C of all of it behind.
 *
 * <p>Only these first fields are interpreted before the checksum is verified. Bytes that a node or
 * a network has damaged must never reach a transcoder: some transcoders crash the JVM on them.
 *
 * @param magic tells what kind of value it is
 * @param knownFlags the flag bits that this version understands
 */
record Envelope(int magic, int knownFlags) {

  static final byte FORMAT_VERSION = 1;

  /** Flag of a tombstone: the history that the session includes under its new id follows. */
  static final int COVERS = 0x01;

  /** A session. The first byte is no ASCII, so that no text is taken for a record. */
  static final Envelope SESSION = new Envelope(0xD1_48_46_53, 0x27);

  /** The times of access of a session. */
  static final Envelope ACCESS = new Envelope(0xD1_48_46_41, 0);

  /** A lease. */
  static final Envelope LEASE = new Envelope(0xD1_48_46_4C, 0);

  /** A tombstone. */
  static final Envelope TOMBSTONE = new Envelope(0xD1_48_46_54, COVERS);

  /** An object of a program's own. */
  static final Envelope OBJECT = new Envelope(0xD1_48_46_4F, 0);

  /** The manifest of a large value. */
  static final Envelope PARTS = new Envelope(0xD1_48_46_50, 0);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int LENGTH_OFFSET = 6;
  static final int HEAD_BYTES = 10;
  static final int CHECKSUM_BYTES = 4;

  /** How many bytes are around a body. */
  static final int AROUND = HEAD_BYTES + CHECKSUM_BYTES;

  /** Puts what stands in front of a body into the first bytes of a buffer. */
  void putHead(ByteBuffer target, int flags, int total) {
    target
        .putInt(0, magic)
        .put(Integer.BYTES, FORMAT_VERSION)
        .put(Integer.BYTES + 1, (byte) flags)
        .putInt(LENGTH_OFFSET, total);
  }

  /** Returns whether the bytes begin with this magic number. */
  boolean isMarked(byte[] bytes) {
    return bytes.length >= Integer.BYTES && (int) INTS.get(bytes, 0) == magic;
  }

  Body open(byte[] bytes) {
    if (!isMarked(bytes)) {
      throw new RecordException(
          Reason.NOT_A_RECORD,
          "%d bytes do not begin with the magic number".formatted(bytes.length));
    }
    if (bytes.length < AROUND) {
      throw RecordException.corrupt("%d bytes are too few for a record".formatted(bytes.length));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).position(Integer.BYTES);
    int version = Byte.toUnsignedInt(buffer.get());
    if (version != FORMAT_VERSION) {
      throw new RecordException(
          Reason.UNKNOWN_VERSION,
          "format version %d, this release reads %d".formatted(version, FORMAT_VERSION));
    }
    int total = buffer.getInt(LENGTH_OFFSET);
    if (total != bytes.length) {
      throw RecordException.corrupt(
          "the record says it has %d bytes, there are %d".formatted(total, bytes.length));
    }
    if (buffer.getInt(bytes.length - CHECKSUM_BYTES) != checksum(bytes)) {
      throw RecordException.corrupt("the checksum of %d bytes is wrong".formatted(total));
    }
    int flags = Byte.toUnsignedInt(buffer.get());
    if ((flags & ~knownFlags) != 0) {
      throw new RecordException(
          Reason.UNKNOWN_VERSION,
          "flags 0x%02x, this release knows 0x%02x".formatted(flags, knownFlags));
    }
    return new Body(flags, buffer.slice(HEAD_BYTES, bytes.length - AROUND));
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - CHECKSUM_BYTES);
    return (int) checksum.getValue();
  }

  /** What an opened envelope holds. */
  record Body(int flags, ByteBuffer content) {}
}
