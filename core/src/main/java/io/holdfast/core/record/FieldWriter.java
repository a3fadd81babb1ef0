package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import java.nio.ByteBuffer;
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
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    if (!isUnicode(value)) {
      throw new RecordException(Reason.UNENCODABLE, field + " is not valid Unicode");
    }
    return int32(encoded.length).add(encoded.length, target -> target.put(encoded));
  }

  /** Half of a pair would be written as a question mark. */
  private static boolean isUnicode(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i))) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(value);
      }
    }
    return true;
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
