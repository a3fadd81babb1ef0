package io.holdfast.core.session;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

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

  private static final Pattern TO_ESCAPE = Pattern.compile("[\\x{D800}-\\x{DFFF}" + MARK + "]");
  private static final Pattern ESCAPED = Pattern.compile(MARK + "([0-9A-Fa-f]{4})");

  private LoneSurrogates() {}

  /** The text as valid Unicode; the text itself where it is that already. */
  public static String escaped(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) < Character.MIN_SURROGATE) {
      at++; // nearly all texts are over here
    }
    return at == text.length()
        ? text
        : TO_ESCAPE
            .matcher(text)
            .replaceAll(each -> MARK + Integer.toHexString(each.group().charAt(0)));
  }

  /** The text that was escaped; a mark without what belongs to it stays. */
  public static String restored(String escaped) {
    return escaped.indexOf(MARK) < 0
        ? escaped
        : ESCAPED.matcher(escaped).replaceAll(LoneSurrogates::restored);
  }

  private static String restored(MatchResult mark) {
    String character = Character.toString(Integer.parseInt(mark.group(1), 16));
    return TO_ESCAPE.matcher(character).matches() ? character : mark.group();
  }
}
