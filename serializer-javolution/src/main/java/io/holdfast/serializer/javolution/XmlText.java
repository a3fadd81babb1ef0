package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Text inside the XML. What XML cannot hold, or needs markup for, is written as a backslash and
 * four hexadecimal digits, so that Javolution's parser meets plain characters only. Before it sees
 * a document, everything is refused that it is not needed for: declarations, instructions, control
 * characters and entities of its own kind, on which it loops or grows without end.
 */
final class XmlText {

  private static final Pattern WANTED_ENTITY =
      Pattern.compile("&(?:lt|gt|amp|apos|quot|#[0-9]{1,5});");

  private static final int LONGEST_ENTITY = 8;
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

  static byte[] toBytes(String document) {
    String body =
        document.startsWith("<?") ? document.substring(document.indexOf('>') + 1) : document;
    body = body.strip();
    if (holdsUnwanted(body)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "a custom format wrote a control character or markup that could not be read again");
    }
    return body.getBytes(StandardCharsets.UTF_8);
  }

  static String fromBytes(byte[] bytes) {
    String body;
    try {
      body = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new TranscoderException(Reason.UNREADABLE, "not UTF-8", e);
    }
    if (!body.startsWith("<") || !body.endsWith(">") || holdsUnwanted(body)) {
      throw new TranscoderException(Reason.UNREADABLE, "not the XML of this transcoder");
    }
    return body;
  }

  /** Looks at each character of a whole document, so without an expression for most of them. */
  private static boolean holdsUnwanted(String body) {
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c < ' ' || (c == '<' && isUnwantedTag(body, i)) || (c == '&' && !isEntity(body, i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnwantedTag(String body, int start) {
    char next = start + 1 < body.length() ? body.charAt(start + 1) : '!';
    return next == '!' || next == '?';
  }

  private static boolean isEntity(String body, int start) {
    int end = Math.min(start + LONGEST_ENTITY, body.length());
    return WANTED_ENTITY.matcher(body).region(start, end).lookingAt();
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
