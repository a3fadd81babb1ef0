package io.holdfast.testkit.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** An answer's body as it arrives; ends where the body ends, and fails if it is cut off. */
final class BodyStream extends InputStream {

  private final InputStream in;
  private final Framing framing;
  private long left;

  private enum Framing {
    LENGTH,
    CHUNKS,
    UNTIL_CLOSED
  }

  private BodyStream(InputStream in, Framing framing, long left) {
    this.in = in;
    this.framing = framing;
    this.left = left;
  }

  static BodyStream of(String method, ResponseHead head, InputStream in) throws IOException {
    if (method.equals("HEAD") || head.status() == 204 || head.status() == 304) {
      return new BodyStream(in, Framing.LENGTH, 0);
    }
    if (head.values("transfer-encoding").contains("chunked")) {
      BodyStream chunks = new BodyStream(in, Framing.CHUNKS, 0);
      chunks.left = -1;
      return chunks;
    }
    return head.values("content-length").isEmpty()
        ? new BodyStream(in, Framing.UNTIL_CLOSED, Long.MAX_VALUE)
        : new BodyStream(in, Framing.LENGTH, Long.parseLong(head.values("content-length").get(0)));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (framing == Framing.CHUNKS && left < 0) {
      nextChunk();
    }
    if (left == 0) {
      return -1;
    }
    int count = in.read(buffer, offset, (int) Math.min(length, left));
    if (count < 0) {
      if (framing == Framing.UNTIL_CLOSED) {
        return -1;
      }
      throw new EOFException("The connection ended before the body did");
    }
    left -= count;
    if (framing == Framing.CHUNKS && left == 0) {
      ResponseHead.line(in);
      left = -1;
    }
    return count;
  }

  private void nextChunk() throws IOException {
    String size = ResponseHead.line(in);
    int extension = size.indexOf(';');
    left = Long.parseLong(extension < 0 ? size : size.substring(0, extension), 16);
  }
}
