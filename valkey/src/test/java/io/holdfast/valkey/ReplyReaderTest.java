package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies, wherever what has come was cut. */
final class ReplyReaderTest {

  private static final int LONGEST = 100;

  @Test
  void readWhenCutAnywhereThenTheSameReply() throws IOException {
    String sent =
        "*6\r\n:1\r\n$11\r\n\0\0\0\0\0\0\1\2abc\r\n$-1\r\n*2\r\n+OK\r\n*0\r\n*-1\r\n-ERR no\r\n";
    for (int cut = 0; cut < sent.length(); cut++) {
      ReplyReader reader = new ReplyReader(new ReplyLine(), true, LONGEST);
      assertFalse(reader.read(bytes(sent.substring(0, cut))));
      ByteBuffer rest = bytes(sent.substring(cut) + "+NEXT");

      assertTrue(reader.read(rest));
      assertEquals(
          "[1, 258 abc, null, [OK, []], null, " + new ReplyError("ERR no") + "]",
          shown(reader.result()));
      assertEquals(5, rest.remaining());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$5\r\nabcdefg",
        "$101\r\n",
        "$-2\r\n",
        "$1 2\r\n",
        "$x\r\n",
        ":18446744073709551615\r\n",
        "*1001\r\n",
        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
        "*500\r\n*501\r\n",
        "\r\n",
        "\0\0\0J"
      })
  void readWhenItIsNoReplyThenRejectedAtOnce(String sent) {
    ReplyReader reader = new ReplyReader(new ReplyLine(), false, LONGEST);

    assertThrows(IOException.class, () -> reader.read(bytes(sent)));
  }

  @Test
  void readWhenALineDoesNotEndThenRejected() {
    ReplyReader reader = new ReplyReader(new ReplyLine(), false, LONGEST);

    IOException rejected =
        assertThrows(IOException.class, () -> reader.read(bytes("-ERR " + "x".repeat(2_000))));

    assertEquals(
        "this is no Valkey or Redis, a line of its answer does not end", rejected.getMessage());
  }

  private static String shown(@Nullable Object reply) {
    if (reply instanceof StoredValue value) {
      return value.version() + " " + new String(value.bytes(), StandardCharsets.ISO_8859_1);
    }
    return reply instanceof List<?> list
        ? list.stream().map(ReplyReaderTest::shown).toList().toString()
        : String.valueOf(reply);
  }

  private static ByteBuffer bytes(String sent) {
    return ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1));
  }
}
