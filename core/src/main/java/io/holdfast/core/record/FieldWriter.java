package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the fields of a body, so that its size is known before its bytes are allocated. */
final class FieldWriter {

  private final List<Consumer<ByteBuffer>> fields = new ArrayList<>();
  private long size;

  FieldWriter int64(long value) {
    return add(Long.BYTES, target -> target.putLong(value));
  }

  FieldWriter int32(int value) {
    return add(Integer.BYTES, target -> target.putInt(value));
  }

  FieldWriter bytes(Bytes content) {
    return int32(content.length()).add(content.length(), content::writeTo);
  }

  FieldWriter text(String field, String value) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      return int32(encoded.remaining()).add(encoded.remaining(), target -> target.put(encoded));
    } catch (CharacterCodingException e) {
      throw new RecordException(Reason.UNENCODABLE, field + " is not valid Unicode", e);
    }
  }

  /** A text behind a byte that says whether there is one. */
  FieldWriter optionalText(String field, @Nullable String value) {
    if (value == null) {
      return add(Byte.BYTES, target -> target.put((byte) 0));
    }
    return add(Byte.BYTES, target -> target.put((byte) 1)).text(field, value);
  }

  byte[] seal(Envelope envelope, int flags) {
    return envelope.seal(flags, size, target -> fields.forEach(field -> field.accept(target)));
  }

  private FieldWriter add(int length, Consumer<ByteBuffer> field) {
    size += length;
    fields.add(field);
    return this;
  }
}
