package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns snapshots into records of format version 1 and back.
 *
 * <p>A record is read as a whole or not at all: whatever is wrong with the bytes, the only outcome
 * is a {@link RecordException}. Thread-safe.
 */
public final class RecordCodec {

  private static final int ATTRIBUTES_APART = 0x01;
  private static final int ANCESTRY = 0x10;

  /** A name and a value, each at least a length of zero. */
  private static final int SMALLEST_ATTRIBUTE = 2 * Integer.BYTES;

  private final String transcoderName;

  /**
   * Creates a codec for the records of one transcoder.
   *
   * @param transcoderName its short name, written into each record and demanded when reading
   */
  public RecordCodec(String transcoderName) {
    this.transcoderName = transcoderName;
  }

  /**
   * The record of a snapshot; equal snapshots give equal bytes.
   *
   * @throws RecordException with {@link Reason#UNENCODABLE} if it is above 2 GiB or an attribute
   *     name or the auth type is not valid Unicode
   */
  public byte[] encode(SessionSnapshot snapshot) {
    SessionTimes times = snapshot.times();
    FieldWriter fields =
        new FieldWriter()
            .text("transcoder name", transcoderName)
            .int64(snapshot.version())
            .int64(times.creationTime())
            .int64(times.lastAccessedTime())
            .int64(times.thisAccessedTime())
            .int32(times.maxInactiveInterval())
            .text("id", snapshot.id().value())
            .optionalText("auth type", snapshot.authType())
            .bytes(snapshot.principal())
            .bytes(snapshot.notes());
    int flags = 0;
    if (AncestryField.isPresentIn(snapshot)) {
      flags |= ANCESTRY;
      AncestryField.write(snapshot.lineage(), snapshot.origins(), fields);
    }
    if (snapshot.attributes() instanceof EncodedAttributes.Apart apart) {
      fields.int32(apart.graphs().size());
      apart.graphs().forEach((name, graph) -> fields.text("attribute name", name).bytes(graph));
      return fields.seal(Envelope.SESSION, flags | ATTRIBUTES_APART);
    }
    fields.bytes(((EncodedAttributes.Together) snapshot.attributes()).graph());
    return fields.seal(Envelope.SESSION, flags);
  }

  /**
   * The snapshot in a record.
   *
   * @throws RecordException if the bytes are not a sound record of this codec's transcoder
   */
  public SessionSnapshot decode(byte[] bytes) {
    Content content = read(bytes);
    if (!content.transcoderName.equals(transcoderName)) {
      throw new RecordException(
          Reason.OTHER_TRANSCODER,
          "the record is of another transcoder, this one is %s".formatted(transcoderName));
    }
    return content.snapshot;
  }

  /**
   * What a record says about itself, whichever transcoder wrote it.
   *
   * @throws RecordException if the bytes are not a sound record
   */
  public static RecordHeader peek(byte[] bytes) {
    Content content = read(bytes);
    return RecordHeader.of(content.transcoderName, content.snapshot, bytes.length);
  }

  private static Content read(byte[] bytes) {
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
    SessionId id = readId(fields);
    @Nullable String authType = fields.optionalText("auth type");
    Bytes principal = fields.bytes("principal");
    Bytes notes = fields.bytes("notes");
    AncestryField ancestry =
        (body.flags() & ANCESTRY) == 0
            ? AncestryField.none(version)
            : AncestryField.read(version, fields);
    EncodedAttributes attributes =
        (body.flags() & ATTRIBUTES_APART) == 0
            ? new EncodedAttributes.Together(fields.bytes("attributes"))
            : readApart(fields);
    fields.end();
    return new Content(
        transcoderName,
        new SessionSnapshot(
            id,
            ancestry.lineage(),
            ancestry.origins(),
            times,
            authType,
            principal,
            notes,
            attributes));
  }

  private static SessionId readId(FieldReader fields) {
    SessionId id = SessionId.parse(fields.text("id"));
    if (id == null) {
      throw new RecordException(Reason.CORRUPT, "the id is not a session id");
    }
    return id;
  }

  private static EncodedAttributes readApart(FieldReader fields) {
    int count = fields.count("attributes", SMALLEST_ATTRIBUTE);
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String name = fields.text("attribute name");
      if (graphs.put(name, fields.bytes("attribute")) != null) {
        throw new RecordException(Reason.CORRUPT, "attribute %d has a name again".formatted(i));
      }
    }
    return new EncodedAttributes.Apart(graphs);
  }

  private record Content(String transcoderName, SessionSnapshot snapshot) {}
}
