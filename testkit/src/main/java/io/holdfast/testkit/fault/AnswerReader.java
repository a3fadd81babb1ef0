package io.holdfast.testkit.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a node sends into answers of the text protocol: a line, or all the lines and blocks of
 * data up to {@code END}.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol</a>
 */
final class AnswerReader implements AnswerSource {

  /** The place of the length in the line, after the key and the flags. */
  private static final int DATA_LENGTH = 3;

  private final InputStream in;

  AnswerReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next answer, with all its line ends; null at the end of the stream. */
  @Override
  public byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    String line;
    do {
      line = line(answer);
      if (line.startsWith("VALUE ")) {
        int length = Integer.parseInt(line.split(" ", -1)[DATA_LENGTH]);
        answer.write(in.readNBytes(length + 2));
      }
    } while (line.startsWith("VALUE ") || line.startsWith("STAT "));
    return answer.size() == 0 ? null : answer.toByteArray();
  }

  /** Adds one line to the answer and returns it without its end. */
  private String line(ByteArrayOutputStream answer) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n') {
        break;
      }
    }
    answer.write(line.toByteArray());
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }
}
