package io.holdfast.core.session;

/**
 * Writes any text as valid Unicode, and reads it back.
 *
 * <p>An application may cut a text in the middle of an emoji. Half of one has no place in UTF-8:
 * such a character becomes a mark, which is no character of any script, and four hexadecimal
 * digits; so does the mark itself. All other texts stay as they are. Versions that do not know of
 * this read the mark and the digits, and write them as they read them.
 */
public final class LoneSurrogates {

  /** A noncharacter: no font, keyboard or standard gives it a meaning. */
  private static final char MARK = '\ufdd0';

  private static final int DIGITS = 4;
  private static final int HEX = 16;

  private LoneSurrogates() {}

  /** The text as valid Unicode; the text itself where it is that already. */
  public static String escaped(String text) {
    int first = firstToEscape(text);
    if (first == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + DIGITS).append(text, 0, first);
    int at = first;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (isToEscape(character)) {
        escaped.append(MARK).append(digits(character));
      } else {
        escaped.appendCodePoint(character);
      }
      at += Character.charCount(character);
    }
    return escaped.toString();
  }

  private static int firstToEscape(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) < Character.MIN_SURROGATE) {
      at++; // nearly all texts are over here
    }
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (isToEscape(character)) {
        return at;
      }
      at += Character.charCount(character);
    }
    return at;
  }

  private static boolean isToEscape(int character) {
    return character == MARK
        || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
  }

  private static String digits(int character) {
    return Integer.toHexString(character); // of four digits: from d800 on
  }

  /** The text that was escaped; a mark without what belongs to it stays. */
  public static String restored(String escaped) {
    int mark = escaped.indexOf(MARK);
    if (mark < 0) {
      return escaped;
    }
    StringBuilder text = new StringBuilder(escaped.length());
    int at = 0;
    while (mark >= 0) {
      text.append(escaped, at, mark);
      int character = escapedAt(escaped, mark + 1);
      text.append((char) (character < 0 ? MARK : character));
      at = mark + 1 + (character < 0 ? 0 : DIGITS);
      mark = escaped.indexOf(MARK, at);
    }
    return text.append(escaped, at, escaped.length()).toString();
  }

  /** Returns the escaped character whose digits stand there; -1 if there is none. */
  private static int escapedAt(String escaped, int at) {
    if (at + DIGITS > escaped.length()) {
      return -1;
    }
    int character = 0;
    for (int i = at; i < at + DIGITS; i++) {
      char digit = escaped.charAt(i);
      int value = digit < 0x80 ? Character.digit(digit, HEX) : -1;
      if (value < 0) {
        return -1;
      }
      character = HEX * character + value;
    }
    return isToEscape(character) ? character : -1;
  }
}
