package io.holdfast.testkit.memcached;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a client sends: lines and the blocks of data between them. It flushes the answers
 * before it waits for more, so that commands sent together are answered together.
 */
final class CommandReader {

  private static final int LONGEST_LINE = 64 * 1024;

  private final InputStream in;
  private final Flushable answers;
  private final byte[] buffer = new byte[16 * 1024];
  private int position;
  private int limit;

  CommandReader(InputStream in, Flushable answers) {
    this.in = in;
    this.answers = answers;
  }

  /** The next line without its end, null at the end of the stream. */
  @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (position < limit || fill()) {
      byte b = buffer[position++];
      if (b == '\n') {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(b);
      if (line.size() > LONGEST_LINE) {
        throw new IOException("line too long");
      }
    }
    return null;
  }

  /** A block of data, or null if it is not followed by CR LF. */
  byte @Nullable [] block(int length) throws IOException {
    byte[] data = new byte[length];
    int done = 0;
    while (done < length) {
      int count = take(length - done);
      System.arraycopy(buffer, position - count, data, done, count);
      done += count;
    }
    return isLineEnd() ? data : null;
  }

  /** Reads a block of data and its CR LF without keeping it. */
  void swallow(long length) throws IOException {
    for (long left = length + 2; left > 0; ) {
      left -= take((int) Math.min(left, buffer.length));
    }
  }

  private boolean isLineEnd() throws IOException {
    take(1);
    boolean cr = buffer[position - 1] == '\r';
    take(1);
    return cr && buffer[position - 1] == '\n';
  }

  /** Steps over one to {@code most} bytes, which end at the position; returns how many. */
  private int take(int most) throws IOException {
    if (position == limit && !fill()) {
      throw new EOFException("the stream ends within a block");
    }
    int count = Math.min(most, limit - position);
    position += count;
    return count;
  }

  private boolean fill() throws IOException {
    answers.flush();
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }
}
