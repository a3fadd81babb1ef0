package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.Writer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Takes the characters of a document as they are written, and gives its bytes in UTF-8. */
final class DocumentWriter extends Writer {

  private static final int FIRST_BUFFER = 2_048;
  private static final int MOST_BYTES_EACH = 3;

  private byte[] bytes = new byte[FIRST_BUFFER];
  private int size;

  /** The first half of a pair whose second half comes next, 0 if there is none. */
  private char high;

  private LongConsumer sizeCheck = size -> {};

  /**
   * Starts a document.
   *
   * @param newSizeCheck is told now and then how many bytes there are, and refuses too many
   */
  void start(LongConsumer newSizeCheck) {
    sizeCheck = newSizeCheck;
  }

  @Override
  public void write(char[] text, int start, int length) {
    sizeCheck.accept((long) size + length);
    int most = MOST_BYTES_EACH * (length + 1);
    if (bytes.length - size < most) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length + most);
    }
    int end = start + length;
    int next = start;
    while (next < end) {
      next = writeAscii(text, next, end);
      if (next < end) {
        writeOther(text[next++]);
      }
    }
  }

  /** Writes the characters up to one that takes more than a byte, and returns its place. */
  private int writeAscii(char[] text, int start, int end) {
    if (high != 0) {
      return start;
    }
    byte[] target = bytes;
    int place = size;
    int next = start;
    while (next < end && text[next] < 0x80) {
      target[place++] = (byte) text[next++];
    }
    size = place;
    return next;
  }

  private void writeOther(char c) {
    if (high != 0) {
      int point = Character.toCodePoint(high, c);
      require(Character.isLowSurrogate(c));
      high = 0;
      bytes[size++] = (byte) (0xf0 | (point >> 18));
      bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3f));
      writeLast(point >> 6);
      writeLast(point);
    } else if (Character.isHighSurrogate(c)) {
      high = c;
    } else {
      require(!Character.isLowSurrogate(c));
      if (c < 0x800) {
        bytes[size++] = (byte) (0xc0 | (c >> 6));
      } else {
        bytes[size++] = (byte) (0xe0 | (c >> 12));
        writeLast(c >> 6);
      }
      writeLast(c);
    }
  }

  private void writeLast(int bits) {
    bytes[size++] = (byte) (0x80 | (bits & 0x3f));
  }

  private static void require(boolean whole) {
    if (!whole) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "a custom format wrote half of a character, which is none");
    }
  }

  /** Ends the document, and returns it without its declaration. */
  byte[] take() {
    require(high == 0);
    int start = 0;
    if (size > 1 && bytes[1] == '?') {
      while (bytes[start] != '>') {
        start++;
      }
      start++;
    }
    int end = size;
    while (start < end && isBlank(bytes[start])) {
      start++;
    }
    while (start < end && isBlank(bytes[end - 1])) {
      end--;
    }
    size = 0;
    sizeCheck = any -> {};
    return Arrays.copyOfRange(bytes, start, end);
  }

  private static boolean isBlank(byte b) {
    return b >= 0 && b <= ' ';
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
