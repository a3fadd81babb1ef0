package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.Line;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A line in the binary protocol whose answers have bounded lengths. The client library takes as
 * much memory as an answer claims to need, before any of it has arrived.
 *
 * <p>Reads the header of each answer as it passes and ends the connection where a claim is too
 * large. The first bytes that it sees begin an answer.
 *
 * @see <a href="https://github.com/memcached/memcached/wiki/BinaryProtocolRevamped">binary
 *     protocol, Packet Structure</a>
 */
final class BoundedLine implements Line {

  private static final int BODY_LENGTH_OFFSET = 8;

  private final Line line;
  private final int longestBody;
  private final ByteBuffer header = ByteBuffer.allocate(Handshake.BINARY_HEADER);

  /** How much of the body is still to pass, in bytes; 0 in and before a header. */
  private int body;

  /** Creates it; {@code longestBody} of an answer is in bytes: extras, key and value. */
  BoundedLine(Line line, int longestBody) {
    this.line = line;
    this.longestBody = longestBody;
  }

  @Override
  public boolean read(ByteBuffer into) throws IOException {
    int begin = into.position();
    boolean isMoreLikely = line.read(into);
    check(into.duplicate().limit(into.position()).position(begin));
    return isMoreLikely;
  }

  private void check(ByteBuffer read) throws IOException {
    while (read.hasRemaining()) {
      if (body > 0) {
        int count = Math.min(body, read.remaining());
        read.position(read.position() + count);
        body -= count;
      } else {
        header.put(read.get());
        if (!header.hasRemaining()) {
          begin(header.getInt(BODY_LENGTH_OFFSET));
          header.clear();
        }
      }
    }
  }

  private void begin(int claimed) throws IOException {
    if (claimed < 0 || claimed > longestBody) {
      throw new IOException(
          "the node claims an answer of %d bytes, at most %d can be right"
              .formatted(Integer.toUnsignedLong(claimed), longestBody));
    }
    body = claimed;
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    return line.write(from);
  }

  @Override
  public void close() throws IOException {
    line.close();
  }
}
