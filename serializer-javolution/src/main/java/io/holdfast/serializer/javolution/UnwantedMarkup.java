package io.holdfast.serializer.javolution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Finds markup that Holdfast never writes: declarations, instructions, control characters and
 * Javolution's own entities. Some of it makes Javolution's parser loop or grow without end.
 *
 * <p>Most bytes of a document are none of these, so it checks eight at a time as one number.
 */
final class UnwantedMarkup {

  private static final Pattern WANTED_ENTITY =
      Pattern.compile("&(?:lt|gt|amp|apos|quot|#[0-9]{1,5});");

  private static final int LONGEST_ENTITY = 8;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** A number with the same byte eight times is this one times the byte. */
  private static final long EACH_BYTE = 0x01_01_01_01_01_01_01_01L;

  private static final long HIGHEST_BITS = 0x80_80_80_80_80_80_80_80L;

  private UnwantedMarkup() {}

  /** Returns whether a document in UTF-8 has such markup. */
  static boolean isIn(byte[] document) {
    int next = 0;
    while (next < document.length) {
      int end = Math.min(next + Long.BYTES, document.length);
      boolean plain =
          next + Long.BYTES <= document.length && isPlain((long) WORDS.get(document, next));
      for (; !plain && next < end; next++) {
        if (isUnwanted(document, next)) {
          return true;
        }
      }
      next = end;
    }
    return false;
  }

  /** Returns whether no byte is a control character or starts markup. */
  private static boolean isPlain(long word) {
    long controls = (word - ' ' * EACH_BYTE) & ~word;
    return ((controls | zeros(word ^ ('<' * EACH_BYTE)) | zeros(word ^ ('&' * EACH_BYTE)))
            & HIGHEST_BITS)
        == 0;
  }

  /** Sets the highest bit of the lowest byte that is zero; clears all if none is. */
  private static long zeros(long word) {
    return (word - EACH_BYTE) & ~word;
  }

  private static boolean isUnwanted(byte[] document, int i) {
    byte b = document[i];
    return (b >= 0 && b < ' ')
        || (b == '<' && isUnwantedTag(document, i))
        || (b == '&' && !isWantedEntity(document, i));
  }

  private static boolean isUnwantedTag(byte[] document, int start) {
    byte next = start + 1 < document.length ? document[start + 1] : (byte) '!';
    return next == '!' || next == '?';
  }

  private static boolean isWantedEntity(byte[] document, int start) {
    int length = Math.min(LONGEST_ENTITY, document.length - start);
    String text = new String(document, start, length, StandardCharsets.ISO_8859_1);
    return WANTED_ENTITY.matcher(text).lookingAt();
  }
}
