package io.holdfast.core.storage.memcached;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A line of an answer, in words between blanks. It is read where it has arrived, and so is gone
 * when what has arrived is; only the beginning of a line whose end has not come yet is kept.
 */
final class ReplyLine {

  /** An error line may quote the command; that of a value is a third of this. */
  private static final int LONGEST = 1_024;

  private static final int USUAL = 96;

  /** So many digits fit into a number, whatever they are. */
  private static final int SAFE_DIGITS = 18;

  private static final int TEN = 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private byte[] kept = NOTHING.array();
  private int keptLength;
  private boolean isTooLong;

  private ByteBuffer bytes = NOTHING;
  private int start;
  private int end;

  /** Reads a line; false if its end has not arrived, or it {@link #isTooLong}. */
  boolean read(ByteBuffer data) {
    int from = data.position();
    int before = keptLength - from;
    boolean isEnding = keptLength > 0 && kept[keptLength - 1] == '\r';
    for (int i = from; i < data.limit(); i++) {
      byte next = data.get(i);
      if (next == '\n' && isEnding) {
        data.position(i + 1);
        found(data, from, i - 1);
        return true;
      }
      if (before + i == LONGEST) {
        isTooLong = true;
        return false;
      }
      isEnding = next == '\r';
    }
    keep(data, from, data.limit());
    data.position(data.limit());
    return false;
  }

  private void found(ByteBuffer data, int from, int to) {
    if (keptLength == 0) {
      bytes = data;
      start = from;
      end = to;
      return;
    }
    keep(data, from, Math.max(from, to));
    bytes = ByteBuffer.wrap(kept);
    start = 0;
    end = to < from ? keptLength - 1 : keptLength; // the line may have ended in what was kept
    keptLength = 0;
  }

  private void keep(ByteBuffer data, int from, int to) {
    int length = keptLength + to - from;
    if (length > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(length, USUAL));
    }
    data.get(from, kept, keptLength, to - from);
    keptLength = length;
  }

  /** Returns whether the end of the line is so far that it is no answer. */
  boolean isTooLong() {
    return isTooLong;
  }

  /** Takes blanks away from both ends. */
  void strip() {
    while (start < end && Character.isWhitespace(bytes.get(start))) {
      start++;
    }
    while (start < end && Character.isWhitespace(bytes.get(end - 1))) {
      end--;
    }
  }

  /** The whole line. */
  String text() {
    return text(start, end);
  }

  private String text(int from, int to) {
    byte[] copy = new byte[to - from];
    bytes.get(from, copy);
    return new String(copy, StandardCharsets.ISO_8859_1);
  }

  boolean startsWith(String prefix) {
    return isAt(start, prefix, end);
  }

  boolean is(String text) {
    return end - start == text.length() && isAt(start, text, end);
  }

  private boolean isAt(int from, String text, int to) {
    boolean is = text.length() <= to - from;
    for (int i = 0; is && i < text.length(); i++) {
      is = (char) (bytes.get(from + i) & 0xff) == text.charAt(i);
    }
    return is;
  }

  // ---- words, which may be empty ----

  int words() {
    int words = 1;
    for (int i = start; i < end; i++) {
      words += bytes.get(i) == ' ' ? 1 : 0;
    }
    return words;
  }

  /** Where a word starts; at the end of the line if there are fewer. */
  private int startOf(int word) {
    int place = start;
    for (int left = word; left > 0 && place < end; place++) {
      left -= bytes.get(place) == ' ' ? 1 : 0;
    }
    return place;
  }

  private int endOf(int from) {
    int place = from;
    while (place < end && bytes.get(place) != ' ') {
      place++;
    }
    return place;
  }

  /** A word, counted from 0. */
  String word(int word) {
    int from = startOf(word);
    return text(from, endOf(from));
  }

  boolean isWord(int word, String text) {
    int from = startOf(word);
    return endOf(from) - from == text.length() && isAt(from, text, end);
  }

  boolean wordStartsWith(int word, char first) {
    int from = startOf(word);
    return from < end && bytes.get(from) == first;
  }

  /**
   * A word as a number.
   *
   * @param skipped characters in front of the number
   * @throws NumberFormatException if it is none
   */
  long number(int word, int skipped) {
    int from = startOf(word) + skipped;
    int to = endOf(from);
    boolean isShort = from < to && to - from <= SAFE_DIGITS;
    long number = 0;
    for (int i = from; isShort && i < to; i++) {
      int digit = bytes.get(i) - '0';
      isShort = digit >= 0 && digit < TEN;
      number = TEN * number + digit;
    }
    return isShort ? number : Long.parseUnsignedLong(text(from, to));
  }
}
