package io.holdfast.core.log;

import org.jspecify.annotations.Nullable;

/**
 * Texts from bytes or requests as a log, an MBean or a memory of them may have them: bounded, in
 * one line. What is no visible character, such as a line break that would begin a forged line, is
 * written as its number.
 */
public final class LogText {

  /** The most characters of a name. */
  private static final int LONGEST_NAME = 200;

  /** The most characters of a message that may quote several names. */
  private static final int LONGEST_MESSAGE = 4_000;

  private LogText() {}

  /** A name, such as an attribute's. */
  public static String ofName(String text) {
    return of(text, LONGEST_NAME);
  }

  /** A message that may quote names; null stays null. */
  public static @Nullable String ofMessage(@Nullable String text) {
    return text == null ? null : of(text, LONGEST_MESSAGE);
  }

  private static String of(String text, int longest) {
    if (text.length() <= longest && text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    int length = text.length();
    int at = 0;
    while (at < length && shown.length() < longest) {
      int character = text.codePointAt(at);
      if (isVisible(character)) {
        shown.appendCodePoint(character);
      } else {
        shown.append("\\u%04X".formatted(character));
      }
      at += Character.charCount(character);
    }
    return at < length ? "%s… (%d characters)".formatted(shown, length) : shown.toString();
  }

  private static boolean isVisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
