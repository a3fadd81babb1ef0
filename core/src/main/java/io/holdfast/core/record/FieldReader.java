package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.LoneSurrogates;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.VersionHistory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a verified body, and allocates nothing that the body cannot hold. */
final class FieldReader {

  private static final char REPLACEMENT = '\ufffd';

  /** Of numbers of 56 bits: a counter of versions takes 44, its code five more. */
  private static final int MOST_VARINT_BYTES = 8;

  private final ByteBuffer body;

  /** Reads from the start of a body, which is in an array. */
  FieldReader(ByteBuffer body) {
    this.body = body;
  }

  long int64(String field) {
    require(field, Long.BYTES);
    return body.getLong();
  }

  int int32(String field) {
    require(field, Integer.BYTES);
    return body.getInt();
  }

  int int8(String field) {
    require(field, Byte.BYTES);
    return body.get();
  }

  /** A number as {@link FieldWriter#varint} writes it, in no more bytes than it needs. */
  long varint(String field) {
    long value = 0;
    for (int i = 0; i < MOST_VARINT_BYTES; i++) {
      int next = int8(field);
      value |= (next & (FieldWriter.VARINT_LIMIT - 1L)) << (i * FieldWriter.VARINT_BITS);
      if (next >= 0 && (next > 0 || i == 0)) {
        return value;
      }
      if (next == 0) {
        break;
      }
    }
    throw RecordException.corrupt(field + " is no number");
  }

  Bytes bytes(String field) {
    Bytes part = bytesInPlace(field);
    return part.isEmpty() ? part : Bytes.wrap(part.toByteArray());
  }

  /** Bytes that keep the whole record, for those that are most of it. */
  Bytes bytesInPlace(String field) {
    int length = length(field);
    int start = body.arrayOffset() + body.position();
    body.position(body.position() + length);
    return Bytes.wrap(body.array(), start, length);
  }

  /** A text as {@link FieldWriter#text} has written it. */
  String text(String field) {
    return LoneSurrogates.restored(escapedText(field));
  }

  /** A text in which characters that are no Unicode are escaped. */
  String escapedText(String field) {
    return textOf(field, length(field));
  }

  /** The same, as {@link FieldWriter#shortText} has written it. */
  String shortText(String field) {
    int length = (int) Math.min(varint(field), Integer.MAX_VALUE);
    require(field, length);
    return textOf(field, length);
  }

  private String textOf(String field, int length) {
    int start = body.arrayOffset() + body.position();
    body.position(body.position() + length);
    String text = new String(body.array(), start, length, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0
        ? text
        : textOrFault(field, ByteBuffer.wrap(body.array(), start, length));
  }

  /** Decodes again, strictly: the replacement character may be part of the text. */
  private static String textOrFault(String field, ByteBuffer encoded) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
    } catch (CharacterCodingException e) {
      throw new RecordException(Reason.CORRUPT, field + " is not UTF-8", e);
    }
  }

  /** A text behind a byte that says whether there is one. */
  @Nullable String optionalText(String field) {
    require(field, Byte.BYTES);
    byte present = body.get();
    return switch (present) {
      case 0 -> null;
      case 1 -> text(field);
      default ->
          throw RecordException.corrupt(
              "%s: %d is neither absent nor present".formatted(field, present));
    };
  }

  SessionId sessionId() {
    SessionId id = SessionId.parse(text("id"));
    if (id == null) {
      throw RecordException.corrupt("the id is not a session id");
    }
    return id;
  }

  /** What a version includes, without short forms of versions. */
  VersionHistory history(long version, String field) {
    int count = count(field, Long.BYTES);
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      before.add(int64(field));
    }
    try {
      return new VersionHistory(version, before);
    } catch (IllegalArgumentException e) {
      throw new RecordException(Reason.CORRUPT, "no lineage: " + e.getMessage(), e);
    }
  }

  /** A number of entries that each take at least {@code entryBytes}. */
  int count(String field, int entryBytes) {
    int count = int32(field);
    if (count < 0 || count > body.remaining() / entryBytes) {
      throw RecordException.corrupt(
          "%s: %d entries in %d bytes".formatted(field, count, body.remaining()));
    }
    return count;
  }

  void end() {
    if (body.hasRemaining()) {
      throw RecordException.corrupt("%d bytes behind the last field".formatted(body.remaining()));
    }
  }

  private int length(String field) {
    int length = int32(field);
    require(field, length);
    return length;
  }

  private void require(String field, int length) {
    if (length < 0 || length > body.remaining()) {
      throw RecordException.corrupt(
          "%s: %d bytes of %d that remain".formatted(field, length, body.remaining()));
    }
  }
}
