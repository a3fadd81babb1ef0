package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.record.ValueParts;
import io.holdfast.valkey.CommandBytes.Versioned;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is sent, wherever the buffer of the connection is full. */
final class CommandBytesTest {

  private static final int ROOM = 64;

  @Test
  void putWhenTheBufferIsFullAnywhereThenTheSameBytes() {
    String value = "v".repeat(100);
    Object record = new Versioned(0x4142434445464748L, parts(value));
    Object version = new Versioned(0x6162636465666768L, parts(""));
    String expected =
        "*6\r\n$3\r\nSET\r\n$0\r\n\r\n$200\r\n%s\r\n$108\r\nABCDEFGH%s\r\n$8\r\nabcdefgh\r\n$2\r\nPX\r\n"
            .formatted("k".repeat(200), value);
    IntStream.rangeClosed(ROOM, 2 * ROOM)
        .forEach(
            size ->
                assertEquals(
                    expected,
                    sent(
                        new CommandBytes("SET", "", "k".repeat(200), record, version, "PX"),
                        size)));
  }

  /** What stands in front of a command is asked again when the buffer was full behind it. */
  @Test
  void putWhenAllIsWrittenThenNothingMore() {
    CommandBytes command = new CommandBytes("ASKING");
    assertEquals("*1\r\n$6\r\nASKING\r\n", sent(command, ROOM));

    assertEquals("", sent(command, ROOM));
  }

  @Test
  void ofTextsWhenACharacterHasTwoBytesThenBothAreCountedAndSent() {
    assertEquals(
        "*2\r\n$4\r\nAUTH\r\n$3\r\np\u00c3\u00a4\r\n",
        sent(CommandBytes.ofTexts("AUTH", "p\u00e4"), ROOM));
  }

  private static ValueParts parts(String value) {
    return ValueParts.of(value.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String sent(CommandBytes command, int size) {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ByteBuffer room = ByteBuffer.allocate(ROOM);
    ByteBuffer out = ByteBuffer.allocate(size);
    boolean isAll = false;
    while (!isAll) {
      isAll = command.put(out, room.clear());
      sent.write(out.array(), 0, out.position());
      out.clear();
    }
    return sent.toString(StandardCharsets.ISO_8859_1);
  }
}
