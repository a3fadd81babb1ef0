package io.holdfast.tomcat.response;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How many bytes characters become. */
final class EncodedText {

  private static final int LAST_OF_ONE_BYTE = 0x7f;
  private static final int LAST_OF_TWO_BYTES = 0x7ff;

  private EncodedText() {}

  /** The most bytes that the first characters can become; exact for well-formed text in UTF-8. */
  static long mostBytes(char[] text, int length, Charset charset) {
    return charset.equals(StandardCharsets.UTF_8)
        ? mostBytesInUtf8(text, length)
        : (long) Math.ceil((double) charset.newEncoder().maxBytesPerChar() * length);
  }

  private static long mostBytesInUtf8(char[] text, int length) {
    long bytes = 0;
    for (int i = 0; i < length; i++) {
      char c = text[i];
      if (c <= LAST_OF_ONE_BYTE) {
        bytes += 1;
      } else if (c <= LAST_OF_TWO_BYTES || Character.isSurrogate(c)) {
        bytes += 2;
      } else {
        bytes += 3;
      }
    }
    return bytes;
  }
}
