package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.storage.link.Line;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of the binary protocol, in pieces of every size. */
final class BoundedLineTest {

  private static final int LONGEST = 10;
  private static final int HEADER = 24;

  @Test
  void readWhenEachAnswerIsWithinTheBoundThenPassesItAtAnyPieces() throws IOException {
    ByteBuffer answers = ByteBuffer.allocate(3 * HEADER + LONGEST + 1);
    put(answers, LONGEST);
    put(answers, 0);
    put(answers, 1);

    for (int piece = 1; piece <= answers.capacity(); piece++) {
      assertEquals(answers.capacity(), passed(answers.duplicate().flip(), piece));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {LONGEST + 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
  void readWhenAnAnswerClaimsMoreThenEndsTheConnection(int claimed) {
    ByteBuffer answers = ByteBuffer.allocate(2 * HEADER + 1);
    put(answers, 1);
    putHeader(answers, claimed);

    for (int piece = 1; piece <= answers.capacity(); piece++) {
      int size = piece;
      IOException e =
          assertThrows(
              IOException.class, () -> passed(answers.duplicate().flip(), size), "pieces " + size);
      assertEquals(
          "the node claims an answer of %d bytes, at most %d can be right"
              .formatted(claimed & 0xffffffffL, LONGEST),
          e.getMessage());
    }
  }

  private static void put(ByteBuffer answers, int length) {
    putHeader(answers, length);
    answers.put(new byte[length]);
  }

  private static void putHeader(ByteBuffer answers, int length) {
    answers.putLong(0x8100000000000000L).putInt(length).putInt(0).putLong(-1);
  }

  private static int passed(ByteBuffer answers, int piece) throws IOException {
    Line line = new BoundedLine(new Pieces(answers, piece), LONGEST);
    ByteBuffer into = ByteBuffer.allocate(64 << 10);
    boolean isMoreLikely;
    do {
      isMoreLikely = line.read(into);
    } while (isMoreLikely);
    return into.position();
  }

  private record Pieces(ByteBuffer answers, int size) implements Line {

    @Override
    public boolean read(ByteBuffer into) {
      byte[] next = new byte[Math.min(size, answers.remaining())];
      answers.get(next);
      into.put(next);
      return answers.hasRemaining();
    }

    @Override
    public boolean write(ByteBuffer from) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
    }
  }
}
