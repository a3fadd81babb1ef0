package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.OperationStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a read makes of the bytes that a node sends, however these are cut. */
final class GetsTest {

  private static final int LONGEST = 64 << 20;
  private static final String TWO =
      "VALUE k 0 3 7\r\na\r\n\r\nVALUE l 4294967295 0 18446744073709551615\r\n\r\nEND\r\n";

  private final List<String> heard = new ArrayList<>();
  private final GetsOperation.Callback answer =
      new GetsOperation.Callback() {
        @Override
        public void gotData(String key, int flags, long cas, byte[] data) {
          heard.add(
              "%s %d %s %d"
                  .formatted(
                      key,
                      flags,
                      Long.toUnsignedString(cas),
                      new String(data, StandardCharsets.ISO_8859_1).hashCode()));
        }

        @Override
        public void receivedStatus(OperationStatus status) {
          heard.add(status.isSuccess() ? "success" : "no success");
        }

        @Override
        public void complete() {
          heard.add("complete");
        }
      };

  private Gets gets() {
    heard.clear();
    return new Gets(LONGEST, answer, new ReplyLine(), "k", "l");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void putThenAsksForAllKeys() {
    ByteBuffer command = ByteBuffer.allocate(2_000);

    assertTrue(gets().put(command, ByteBuffer.allocate(1_024)));

    assertEquals("gets k l\r\n", StandardCharsets.ISO_8859_1.decode(command.flip()).toString());
  }

  @Test
  void hearWhenCutAnywhereThenHearsTheSame() throws IOException {
    List<String> expected =
        List.of(
            "k 0 7 " + "a\r\n".hashCode(), "l -1 18446744073709551615 0", "success", "complete");
    for (int first = 0; first <= TWO.length(); first++) {
      for (int second = first; second <= TWO.length(); second++) {
        Gets gets = gets();

        gets.hear(bytes(TWO.substring(0, first)));
        gets.hear(bytes(TWO.substring(first, second)));
        gets.hear(bytes(TWO.substring(second)));

        assertEquals(expected, heard, "cut at %d and %d".formatted(first, second));
      }
    }
  }

  @Test
  void hearWhenMoreFollowsThenLeavesItToTheNextAnswer() throws IOException {
    ByteBuffer data = bytes("END\r\nSTORED\r\n");

    gets().hear(data);

    assertEquals("STORED\r\n", StandardCharsets.ISO_8859_1.decode(data).toString());
  }

  @Test
  void hearWhenALengthIsClaimedThenTakesMemoryAsBytesArrive() throws IOException {
    Gets gets = gets();
    long before = allocated();

    gets.hear(bytes("VALUE k 0 " + LONGEST + " 1\r\nv"));

    long taken = allocated() - before;
    assertTrue(taken < LONGEST / 8, taken + " bytes for one byte of " + LONGEST);
    byte[] part = new byte[1 << 20];
    for (int sent = 1; sent < LONGEST; sent += part.length) {
      gets.hear(ByteBuffer.wrap(part, 0, Math.min(part.length, LONGEST - sent)));
    }
    assertTrue(gets.hear(bytes("\r\nEND\r\n")));
    assertEquals(3, heard.size());
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "VALUE",
        "VALUE k 0 1",
        "VALUE k 0 1 1 1",
        "VALUE k x 1 1",
        "VALUE k 0 -1 1",
        "VALUE k 0 67108865 1",
        "VALUE k 0 99999999999999999999 1",
        "VALUE k 0 1 -1",
        "VALUE k 0 1 1\r\nvv",
        "VALUE k 0 1 1\r\nv\rx",
        "VALUE k 0 1 1\r\nv\r\nSTORED",
        "END ",
        "STORED",
        "HTTP/1.1 400 Bad Request"
      })
  void hearWhenItIsNoAnswerThenEndsTheConnection(String lines) {
    Gets gets = gets();

    assertThrows(IOException.class, () -> gets.hear(bytes(lines + "\r\n")));

    assertEquals(List.of("no success", "complete"), heard.subList(heard.size() - 2, heard.size()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "CLIENT_ERROR bad", "SERVER_ERROR out of memory"})
  void hearWhenItIsAnErrorThenSaysSo(String line) {
    Gets gets = gets();

    assertThrows(IOException.class, () -> gets.hear(bytes(line + "\r\n")));

    assertEquals(List.of("no success", "complete"), heard);
  }

  @Test
  void hearWhenALineHasNoEndThenEndsTheConnection() {
    Gets gets = gets();
    ByteBuffer endless = bytes("x".repeat(1_025));

    assertThrows(IOException.class, () -> gets.hear(endless));
  }

  @Test
  void hearWhenBytesAreChangedThenHearsAnAnswerOrEndsTheConnection() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = TWO.getBytes(StandardCharsets.ISO_8859_1);
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      Gets gets = gets();

      try {
        gets.hear(ByteBuffer.wrap(changed));
      } catch (IOException e) {
        assertEquals("complete", heard.get(heard.size() - 1));
      }
    }
  }
}
