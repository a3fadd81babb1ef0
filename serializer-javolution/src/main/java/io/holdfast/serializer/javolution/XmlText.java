package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text inside the XML. What XML cannot hold, or needs markup for, is written as a backslash and
 * four hexadecimal digits, so that Javolution's parser meets plain characters only. Before it sees
 * a document, {@link UnwantedMarkup} is refused.
 */
final class XmlText {

  private static final char REPLACEMENT = '\ufffd';
  private static final int ESCAPED = 5;

  /** Which characters of ASCII stand for themselves. */
  private static final boolean[] PLAIN = new boolean[0x80];

  static {
    Arrays.fill(PLAIN, ' ', PLAIN.length, true);
    for (char c : "\"'&<>\\".toCharArray()) {
      PLAIN[c] = false;
    }
  }

  private XmlText() {}

  static String fromBytes(byte[] bytes) {
    int last = bytes.length - 1;
    if (last < 0 || bytes[0] != '<' || bytes[last] != '>' || UnwantedMarkup.isIn(bytes)) {
      throw new TranscoderException(Reason.UNREADABLE, "not the XML of this transcoder");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : textOrFault(bytes);
  }

  /** What stands for bytes that are not UTF-8 may also be in a text by itself. */
  private static String textOrFault(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new TranscoderException(Reason.UNREADABLE, "not UTF-8", e);
    }
  }

  static String escape(String text) {
    int clean = 0;
    while (clean < text.length() && isPlain(text, clean)) {
      clean++;
    }
    if (clean == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 32).append(text, 0, clean);
    for (int i = clean; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(text, i)) {
        escaped.append(c);
      } else {
        escaped.append('\\');
        for (int shift = 12; shift >= 0; shift -= 4) {
          escaped.append(Character.forDigit(c >> shift & 0xf, 16));
        }
      }
    }
    return escaped.toString();
  }

  static String unescape(String text) {
    int escape = text.indexOf('\\');
    if (escape < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    int from = 0;
    while (escape >= 0) {
      plain.append(text, from, escape);
      from = escape + ESCAPED;
      plain.append((char) Integer.parseInt(text, escape + 1, from, 16));
      escape = text.indexOf('\\', from);
    }
    return plain.append(text, from, text.length()).toString();
  }

  private static boolean isPlain(String text, int i) {
    char c = text.charAt(i);
    if (c < PLAIN.length) {
      return PLAIN[c];
    }
    if (Character.isSurrogate(c)) {
      return Character.isHighSurrogate(c)
          ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
          : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return true;
  }
}
