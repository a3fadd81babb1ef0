package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import org.jspecify.annotations.Nullable;

/**
 * Turns snapshots into records of format version 1 and back.
 *
 * <p>A record is read as a whole or not at all: whatever is wrong with the bytes, the only outcome
 * is a {@link RecordException}. Thread-safe.
 */
public final class RecordCodec {

  /** Flag: versions are in the record, those of attributes behind their graphs. */
  static final int ANCESTRY = 0x04;

  /** Flag: the same in a form that is only read. */
  private static final int FORMER_ANCESTRY = 0x20;

  private static final CompressionRule NO_COMPRESSION = CompressionRule.none(128 << 20);

  private final String transcoderName;
  private final CompressionRule compression;

  /** Creates a codec that compresses nothing and reads records of up to 128 MiB. */
  public RecordCodec(String transcoderName) {
    this(transcoderName, NO_COMPRESSION);
  }

  /**
   * Creates a codec for the records of one transcoder.
   *
   * @param transcoderName its short name, written into each record and demanded when reading
   * @param compression of the attributes
   */
  public RecordCodec(String transcoderName, CompressionRule compression) {
    this.transcoderName = transcoderName;
    this.compression = compression;
  }

  /**
   * The record of a snapshot in one array.
   *
   * @throws RecordException as {@link #encodeInParts} does
   */
  public byte[] encode(SessionSnapshot snapshot) {
    return encodeInParts(snapshot).toByteArray();
  }

  /**
   * The record of a snapshot; equal snapshots give equal bytes.
   *
   * @throws RecordException with {@link Reason#UNENCODABLE} if it is above 2 GiB
   */
  public ValueParts encodeInParts(SessionSnapshot snapshot) {
    SessionTimes times = snapshot.times();
    FieldWriter fields =
        new FieldWriter(FieldWriter.USUAL)
            .text(transcoderName)
            .int64(snapshot.version())
            .int64(times.creationTime())
            .int64(times.lastAccessedTime())
            .int64(times.thisAccessedTime())
            .int32(times.maxInactiveInterval())
            .text(snapshot.id().value())
            .optionalText(snapshot.authType())
            .bytes(snapshot.principal())
            .bytes(snapshot.notes());
    int flags = 0;
    @Nullable VersionCodes codes = null;
    if (AncestryField.isPresentIn(snapshot)) {
      flags |= ANCESTRY;
      AncestryField.write(snapshot, fields);
      codes = new VersionCodes(snapshot.lineage());
    }
    flags |= AttributesField.write(snapshot, codes, compression, fields);
    return fields.sealed(Envelope.SESSION, flags);
  }

  /**
   * The snapshot in a record.
   *
   * @param bytes not changed any more: the attributes stay in them, since to copy 100 KB takes
   *     longer than to read them
   * @throws RecordException if the bytes are not a sound record of this codec's transcoder
   */
  public SessionSnapshot decode(byte[] bytes) {
    Front front = read(bytes);
    if (!front.transcoderName.equals(transcoderName)) {
      throw new RecordException(
          Reason.OTHER_TRANSCODER,
          "the record is of another transcoder, this one is %s".formatted(transcoderName));
    }
    AttributesField field =
        AttributesField.read(front.rest, front.flags, front.codes(), compression.maxBytes());
    return new SessionSnapshot(
        front.id,
        front.ancestry.lineage(),
        front.origins(field),
        front.times,
        front.authType,
        front.principal,
        front.notes,
        field.attributes());
  }

  /**
   * What a record says about itself, whichever transcoder wrote it. Compressed attributes are not
   * looked at.
   *
   * @throws RecordException if the bytes are not a sound record
   */
  public static RecordHeader peek(byte[] bytes) {
    Front front = read(bytes);
    AttributesField.check(front.rest, front.flags, front.codes());
    return new RecordHeader(
        front.transcoderName, front.ancestry.lineage(), front.times, bytes.length);
  }

  private static Front read(byte[] bytes) {
    if (ChunkManifest.isHead(bytes)) {
      throw new RecordException( // a reader that finds the manifest could not assemble the chunks
          Reason.INCOMPLETE,
          "%d bytes in parts, which are not all there or above maxSessionSize"
              .formatted(ChunkManifest.decode(bytes).total()));
    }
    Envelope.Body body = Envelope.SESSION.open(bytes);
    FieldReader fields = new FieldReader(body.content());
    String transcoderName = fields.text("transcoder name");
    long version = fields.int64("version");
    SessionTimes times =
        new SessionTimes(
            fields.int64("creation time"),
            fields.int64("last accessed time"),
            fields.int64("this accessed time"),
            fields.int32("interval"));
    SessionId id = fields.sessionId();
    @Nullable String authType = fields.optionalText("auth type");
    Bytes principal = fields.bytes("principal");
    Bytes notes = fields.bytes("notes");
    return new Front(
        transcoderName,
        readAncestry(version, body.flags(), fields),
        times,
        id,
        authType,
        principal,
        notes,
        body.flags(),
        fields);
  }

  private static AncestryField readAncestry(long version, int flags, FieldReader fields) {
    return switch (flags & (ANCESTRY | FORMER_ANCESTRY)) {
      case 0 -> AncestryField.none(version);
      case ANCESTRY -> AncestryField.read(version, fields);
      case FORMER_ANCESTRY -> FormerAncestry.read(version, fields);
      default -> throw RecordException.corrupt("two ancestries");
    };
  }

  /** The fields before the attributes, and the reader at the first of these. */
  private record Front(
      String transcoderName,
      AncestryField ancestry,
      SessionTimes times,
      SessionId id,
      @Nullable String authType,
      Bytes principal,
      Bytes notes,
      int flags,
      FieldReader rest) {

    /** To read the versions behind graphs with; null if there are none. */
    @Nullable VersionCodes codes() {
      return hasAncestry() ? new VersionCodes(ancestry.lineage()) : null;
    }

    FieldVersions origins(AttributesField field) {
      return hasAncestry()
          ? ancestry.with(field.attributes(), field.versions())
          : ancestry.origins();
    }

    private boolean hasAncestry() {
      return (flags & ANCESTRY) != 0;
    }
  }
}
