package io.holdfast.benchmarks.floor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AnswersTest {

  private static final String VALUE =
      "VALUE record1 0 600 7\r\n" + "END\r\n".repeat(UserCommands.RECORD_BYTES / 5) + "\r\n";

  @Test
  void readWhenSeveralAnswersComeTogetherThenAllAreCounted() throws IOException {
    assertEquals(List.of(4), counts("STORED\r\nEND\r\n" + VALUE + "END\r\nSTORED\r\n"));
  }

  @Test
  void readWhenAnAnswerComesInPiecesThenItCountsOnceWithItsEnd() throws IOException {
    String whole = VALUE + "END\r\n";

    assertEquals(
        List.of(0, 0, 0, 0, 1),
        counts(
            whole.substring(0, 9),
            whole.substring(9, 300),
            whole.substring(300, VALUE.length()),
            "EN",
            "D\r\n"));
  }

  @Test
  void readWhenAnAnswerHasTwoValuesThenItIsOne() throws IOException {
    assertEquals(List.of(1), counts(VALUE + VALUE + "END\r\n"));
  }

  @Test
  void readWhenMemcachedAnswersAnErrorThenItIsThrown() {
    IOException failure =
        assertThrows(IOException.class, () -> counts("SERVER_ERROR out of memory\r\n"));

    assertEquals("memcached answered: SERVER_ERROR out of memory", failure.getMessage());
  }

  /** What each read returned, one read for each piece. */
  private static List<Integer> counts(String... pieces) throws IOException {
    Answers answers = new Answers(new Pieces(pieces), 4);
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < pieces.length; i++) {
      counts.add(answers.read());
    }
    return counts;
  }

  /** A connection over which one piece comes with each read, and then its end. */
  private static final class Pieces implements ReadableByteChannel {
    private final Queue<String> pieces;

    Pieces(String... pieces) {
      this.pieces = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    public int read(ByteBuffer into) {
      String next = pieces.poll();
      if (next == null) {
        return -1;
      }
      into.put(next.getBytes(StandardCharsets.US_ASCII));
      return next.length();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
