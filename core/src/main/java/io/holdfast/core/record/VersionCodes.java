package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.VersionHistory;

/**
 * Writes versions by what tells them from the record's own: how far its counter is ahead, and which
 * of the writers in its history it is. A change of the last 63 saves of a session that one Tomcat
 * writes takes one byte, any change that a record names at most two.
 */
final class VersionCodes {

  private static final int NONE = 0;

  /** A writer has 20 bits. */
  private static final int WRITER_BYTES = 3;

  /** Of a counter of 44 bits, one of 18 kinds and another writer. */
  static final int MOST_BYTES = 10;

  private final VersionHistory lineage;

  /** The record's own writer, those in its history, and one more for all others. */
  private final int kinds;

  VersionCodes(VersionHistory lineage) {
    this.lineage = lineage;
    this.kinds = lineage.before().size() + 2;
  }

  /**
   * Writes a version.
   *
   * @param origin 0 if there is none
   * @throws RecordException with {@link Reason#UNENCODABLE} if the record is older
   */
  void write(long origin, FieldWriter fields) {
    if (origin < 0 || origin > lineage.version()) {
      throw new RecordException(
          Reason.UNENCODABLE,
          "a change of version %d in a record of version %d".formatted(origin, lineage.version()));
    }
    if (origin == 0) {
      fields.varint(NONE);
      return;
    }
    int kind = kindOf(origin);
    long ahead = RecordVersion.counterOf(lineage.version()) - RecordVersion.counterOf(origin);
    fields.varint(1 + ahead * kinds + kind);
    if (isOther(kind)) {
      writeWriter(origin, fields);
    }
  }

  /** Reads a version from 1 up to that of the record; 0 if there is none. */
  long read(FieldReader fields) {
    long code = fields.varint("version of a change");
    if (code == NONE) {
      return 0;
    }
    int kind = (int) ((code - 1) % kinds);
    long ahead = (code - 1) / kinds;
    int writer = isOther(kind) ? readWriter(fields) : writerOf(kind);
    long origin = RecordVersion.of(counterOf(lineage.version(), ahead), writer);
    if (origin <= 0 || origin > lineage.version() || kindOf(origin) != kind) {
      throw RecordException.corrupt(
          "a change of version %d in a record of version %d".formatted(origin, lineage.version()));
    }
    return origin;
  }

  /** The counter of a version that is so many before another one. */
  static long counterOf(long later, long ahead) {
    long counter = RecordVersion.counterOf(later);
    if (ahead > counter) {
      throw RecordException.corrupt("%d versions before version %d".formatted(ahead, later));
    }
    return counter - ahead;
  }

  static void writeWriter(long version, FieldWriter fields) {
    int writer = RecordVersion.writerOf(version);
    for (int shift = (WRITER_BYTES - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      fields.int8(writer >>> shift);
    }
  }

  static int readWriter(FieldReader fields) {
    int writer = 0;
    for (int i = 0; i < WRITER_BYTES; i++) {
      writer = writer << Byte.SIZE | Byte.toUnsignedInt((byte) fields.int8("writer"));
    }
    if (writer >>> RecordVersion.WRITER_BITS != 0) {
      throw RecordException.corrupt("writer %d".formatted(writer));
    }
    return writer;
  }

  /** The first kind with that version's writer: equal snapshots give equal bytes. */
  private int kindOf(long version) {
    int writer = RecordVersion.writerOf(version);
    int kind = 0;
    while (!isOther(kind) && writerOf(kind) != writer) {
      kind++;
    }
    return kind;
  }

  private boolean isOther(int kind) {
    return kind == kinds - 1;
  }

  private int writerOf(int kind) {
    return RecordVersion.writerOf(kind == 0 ? lineage.version() : lineage.before().get(kind - 1));
  }
}
