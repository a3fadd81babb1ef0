package io.holdfast.core.storage.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A line of an answer, in words between blanks. It is copied in one go, with what is behind it, and
 * read as an array: a fresh Tomcat calls some ten methods for each byte of a buffer. It is gone
 * when the next one is read. A connection has one: its commands read one after the other.
 */
public final class ReplyLine {

  /** An error line may quote the command; that of a value is a third of this. */
  private static final int LONGEST = 1_024;

  private static final int USUAL = 96;

  /** So many digits fit into a number, whatever they are. */
  private static final int SAFE_DIGITS = 18;

  private static final int TEN = 10;

  private byte[] bytes = new byte[USUAL];

  /** How many of the bytes are the beginning of a line whose end has not come yet. */
  private int kept;

  private boolean isTooLong;
  private int start;
  private int end;

  /** Reads a line; false if its end has not arrived, or it {@link #isTooLong}. */
  public boolean read(ByteBuffer data) {
    while (data.hasRemaining() && !isTooLong) {
      if (kept == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(2 * kept, LONGEST + 1));
      }
      int from = kept;
      int count = Math.min(data.remaining(), bytes.length - from);
      data.get(data.position(), bytes, from, count);
      int next = behindLine(from, from + count);
      data.position(data.position() + Math.min(next - from, count));
      if (next <= from + count) {
        start = 0;
        end = next - 2;
        kept = 0;
        return true;
      }
      kept = from + count;
      isTooLong = kept > LONGEST;
    }
    return false;
  }

  /** Where what follows the line begins, if that ends behind this place; else past the limit. */
  private int behindLine(int from, int limit) {
    for (int i = Math.max(from, 1); i < limit; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r') {
        return i + 1;
      }
    }
    return limit + 1;
  }

  /** Returns whether the end of the line is so far that it is no answer. */
  public boolean isTooLong() {
    return isTooLong;
  }

  /** Takes blanks away from both ends. */
  public void strip() {
    while (start < end && Character.isWhitespace(bytes[start])) {
      start++;
    }
    while (start < end && Character.isWhitespace(bytes[end - 1])) {
      end--;
    }
  }

  /** The whole line. */
  public String text() {
    return text(start, end);
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  public boolean startsWith(String prefix) {
    return isAt(start, prefix, end);
  }

  public boolean is(String text) {
    return end - start == text.length() && isAt(start, text, end);
  }

  private boolean isAt(int from, String text, int to) {
    boolean is = text.length() <= to - from;
    for (int i = 0; is && i < text.length(); i++) {
      is = (char) (bytes[from + i] & 0xff) == text.charAt(i);
    }
    return is;
  }

  // ---- words, which may be empty ----

  public int words() {
    int words = 1;
    for (int i = start; i < end; i++) {
      words += bytes[i] == ' ' ? 1 : 0;
    }
    return words;
  }

  /** Where a word starts; at the end of the line if there are fewer. */
  private int startOf(int word) {
    int place = start;
    for (int left = word; left > 0 && place < end; place++) {
      left -= bytes[place] == ' ' ? 1 : 0;
    }
    return place;
  }

  private int endOf(int from) {
    int place = from;
    while (place < end && bytes[place] != ' ') {
      place++;
    }
    return place;
  }

  /** A word, counted from 0. */
  public String word(int word) {
    int from = startOf(word);
    return text(from, endOf(from));
  }

  public boolean isWord(int word, String text) {
    int from = startOf(word);
    return endOf(from) - from == text.length() && isAt(from, text, end);
  }

  public boolean wordStartsWith(int word, char first) {
    int from = startOf(word);
    return from < end && bytes[from] == first;
  }

  /** A word as a number, without so many characters in front of it. */
  public long number(int word, int skipped) {
    int from = startOf(word) + skipped;
    int to = endOf(from);
    boolean isShort = from < to && to - from <= SAFE_DIGITS;
    long number = 0;
    for (int i = from; isShort && i < to; i++) {
      int digit = bytes[i] - '0';
      isShort = digit >= 0 && digit < TEN;
      number = TEN * number + digit;
    }
    return isShort ? number : Long.parseUnsignedLong(text(from, to));
  }
}
