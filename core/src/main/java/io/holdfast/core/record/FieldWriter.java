package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.LoneSurrogates;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the fields of a body, so that its size is known before its bytes are allocated. Copies
 * contents only then.
 */
final class FieldWriter {

  /** How many bits of a number are in one of its bytes, if it has as many bytes as it needs. */
  static final int VARINT_BITS = 7;

  /** What each byte but the last has on top. */
  static final int VARINT_LIMIT = 1 << VARINT_BITS;

  /** Most records have no more beside their contents. */
  static final int USUAL = 192;

  private final List<ValueParts.Content> contents = new ArrayList<>(4);
  private ByteBuffer small;
  private long size;

  /** Expects fields of so many bytes, beside their contents. */
  FieldWriter(int expected) {
    small = ByteBuffer.allocate(Envelope.AROUND + expected).position(Envelope.HEAD_BYTES);
  }

  FieldWriter int64(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  FieldWriter int32(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  FieldWriter int8(int value) {
    room(Byte.BYTES).put((byte) value);
    return this;
  }

  FieldWriter bytes(Bytes content) {
    int32(content.length());
    if (!content.isEmpty()) {
      size += content.length();
      contents.add(new ValueParts.Content(small.position(), content));
    }
    return this;
  }

  /** A number from 0 on, seven bits in each byte, the lowest first; the last byte is below 128. */
  FieldWriter varint(long value) {
    long rest = value;
    while (rest >= VARINT_LIMIT) {
      int8((int) (rest | VARINT_LIMIT));
      rest >>>= VARINT_BITS;
    }
    return int8((int) rest);
  }

  /** A text of any characters: those that are no Unicode are escaped. */
  FieldWriter text(String value) {
    return escapedText(LoneSurrogates.escaped(value));
  }

  /** A text in which characters that are no Unicode are escaped already. */
  FieldWriter escapedText(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    int32(encoded.length).room(encoded.length).put(encoded);
    return this;
  }

  /** The same behind a length that takes one byte where the text is short. */
  FieldWriter shortText(String escaped) {
    byte[] encoded = escaped.getBytes(StandardCharsets.UTF_8);
    varint(encoded.length).room(encoded.length).put(encoded);
    return this;
  }

  /** A text behind a byte that says whether there is one. */
  FieldWriter optionalText(@Nullable String value) {
    room(Byte.BYTES).put((byte) (value == null ? 0 : 1));
    return value == null ? this : text(value);
  }

  /** The bytes of the fields alone; less than 2 GiB. */
  byte[] toBytes() {
    byte[] bytes = new byte[Math.toIntExact(size)];
    int unused =
        parts(Envelope.HEAD_BYTES + size).write(Envelope.HEAD_BYTES, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /** The fields in an envelope, in one array. */
  byte[] seal(Envelope envelope, int flags) {
    return sealed(envelope, flags).toByteArray();
  }

  /** The fields in an envelope; nothing can be added any more. */
  ValueParts sealed(Envelope envelope, int flags) {
    long total = Envelope.AROUND + size;
    if (total > Integer.MAX_VALUE) {
      throw new RecordException(
          Reason.UNENCODABLE, "a record of %d bytes is above 2 GiB".formatted(total));
    }
    envelope.putHead(small, flags, (int) total);
    int checksum = parts(total - Envelope.CHECKSUM_BYTES).checksum();
    room(Envelope.CHECKSUM_BYTES).putInt(checksum);
    return parts(total);
  }

  private ValueParts parts(long length) {
    return new ValueParts(small.array(), small.position(), contents, Math.toIntExact(length));
  }

  private ByteBuffer room(int length) {
    size += length;
    if (small.remaining() < length) {
      ByteBuffer larger = ByteBuffer.allocate(2 * small.capacity() + length);
      small = larger.put(small.flip());
    }
    return small;
  }
}
