package io.holdfast.benchmarks.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** The answers to {@code gets} and {@code set} that come over one connection. */
final class Answers {

  /** A record with the lines around it takes less. */
  private static final int LONGEST_ANSWER = 2 * UserCommands.RECORD_BYTES;

  private final ReadableByteChannel channel;
  private final ByteBuffer in;

  /** Has room for so many answers at a time. */
  Answers(ReadableByteChannel channel, int most) {
    this.channel = channel;
    this.in = ByteBuffer.allocateDirect(most * LONGEST_ANSWER);
  }

  /**
   * Reads once from the channel.
   *
   * @return how many more answers are complete; the begun one is kept for the next call
   * @throws IOException if the connection ends, or memcached answers with an error
   */
  int read() throws IOException {
    if (channel.read(in) < 0) {
      throw new EOFException("The node closed the connection");
    }
    in.flip();
    int complete = 0;
    for (int end = endOfAnswer(); end >= 0; end = endOfAnswer()) {
      in.position(end);
      complete++;
    }
    in.compact();
    return complete;
  }

  /**
   * The place behind the answer at the buffer's position, -1 if there is more of it to come. It
   * ends with {@code STORED}, or after its values, which are records all, with {@code END}.
   */
  private int endOfAnswer() throws IOException {
    int at = in.position();
    int end = endOfLine(at);
    while (end >= 0 && in.get(at) == 'V') {
      at = end + UserCommands.RECORD_BYTES + 2;
      end = endOfLine(at);
    }
    if (end >= 0 && in.get(end - 3) != 'D') {
      byte[] line = new byte[end - at];
      in.get(at, line);
      throw new IOException(
          "memcached answered: " + new String(line, StandardCharsets.US_ASCII).strip());
    }
    return end;
  }

  private int endOfLine(int from) {
    for (int at = from; at < in.limit(); at++) {
      if (in.get(at) == '\n') {
        return at + 1;
      }
    }
    return -1;
  }
}
