package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Compresses bytes in the format of zlib (RFC 1950), and unpacks them. */
final class Deflation {

  /** The most bytes that one compressed byte can become. */
  private static final int LARGEST_RATIO = 1_032;

  private Deflation() {}

  /** The compressed bytes; null if that does not save at least the gain. */
  static byte @Nullable [] deflate(byte[] bytes, int gain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] deflated = new byte[Math.max(1, bytes.length - gain)];
      int length = deflater.deflate(deflated);
      return deflater.finished() ? Arrays.copyOf(deflated, length) : null;
    } finally {
      deflater.end();
    }
  }

  /**
   * The unpacked bytes.
   *
   * @param length how many there are; allocated only if the compressed ones can become that many
   * @throws RecordException if there are not exactly as many
   */
  static byte[] inflate(Bytes deflated, int length) {
    if (length < 0 || length > (long) LARGEST_RATIO * deflated.length()) {
      throw corrupt("%d bytes cannot come of %d".formatted(length, deflated.length()), null);
    }
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(deflated.asBuffer());
      byte[] bytes = new byte[length];
      int filled = 0;
      for (int more = 1; filled < length && more > 0; filled += more) {
        more = inflater.inflate(bytes, filled, length - filled);
      }
      boolean isWhole = filled == length && inflater.inflate(new byte[1]) == 0;
      if (!isWhole || !inflater.finished() || inflater.getRemaining() > 0) {
        throw corrupt("not exactly %d bytes were compressed".formatted(length), null);
      }
      return bytes;
    } catch (DataFormatException e) {
      throw corrupt("what should be compressed is not", e);
    } finally {
      inflater.end();
    }
  }

  private static RecordException corrupt(String message, @Nullable Throwable cause) {
    return new RecordException(Reason.CORRUPT, message, cause);
  }
}
