package io.holdfast.testkit.memcached;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what a client sends: lines and the blocks of data between them. */
final class CommandReader {

  private static final int LONGEST_LINE = 64 * 1024;

  private final BufferedInputStream in;

  CommandReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next line without its end, null at the end of the stream. */
  @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      line.write(b);
      if (line.size() > LONGEST_LINE) {
        throw new IOException("line too long");
      }
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  /** A block of data, or null if it is not followed by CR LF. */
  byte @Nullable [] block(int length) throws IOException {
    byte[] data = in.readNBytes(length);
    byte[] end = in.readNBytes(2);
    if (end.length < 2) {
      throw new EOFException("the stream ends within a block");
    }
    return end[0] == '\r' && end[1] == '\n' ? data : null;
  }

  /** Reads a block of data and its CR LF without keeping it. */
  void swallow(long length) throws IOException {
    in.skipNBytes(length + 2);
  }

  /** Whether more was sent already, so that the answers can wait. */
  boolean hasMore() throws IOException {
    return in.available() > 0;
  }
}
