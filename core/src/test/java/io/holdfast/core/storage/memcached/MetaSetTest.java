package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StoreOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a write sends, and what it makes of the bytes that a node answers. */
final class MetaSetTest {

  private static final int HOUR = 3_600;

  private final List<String> heard = new ArrayList<>();
  private final StoreOperation.Callback answer =
      new StoreOperation.Callback() {
        @Override
        public void gotData(String key, long cas) {
          heard.add(key + " " + Long.toUnsignedString(cas));
        }

        @Override
        public void receivedStatus(OperationStatus status) {
          heard.add(String.valueOf(status.getStatusCode()));
        }

        @Override
        public void complete() {
          heard.add("complete");
        }
      };

  private MetaSet write(int expires, WriteCondition condition) {
    heard.clear();
    byte[] value = "a\r\nb".getBytes(StandardCharsets.ISO_8859_1);
    return new MetaSet(
        "k",
        ValueParts.of(value),
        expires,
        condition,
        version -> version + 70,
        answer,
        new ReplyLine());
  }

  private MetaSet write() {
    return write(HOUR, WriteCondition.always());
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String sent(MetaSet write) {
    ByteBuffer out = ByteBuffer.allocate(2_000);
    assertTrue(write.put(out, ByteBuffer.allocate(1_024)));
    return StandardCharsets.ISO_8859_1.decode(out.flip()).toString();
  }

  @Test
  void putThenSendsTheConditionAndTheTimeToLive() {
    assertEquals("ms k 4 c T3600\r\na\r\nb\r\n", sent(write()));
    assertEquals("ms k 4 c\r\na\r\nb\r\n", sent(write(0, WriteCondition.always())));
    assertEquals("ms k 4 c ME\r\na\r\nb\r\n", sent(write(0, WriteCondition.ifAbsent())));
    assertEquals("ms k 4 c T-1 C77\r\na\r\nb\r\n", sent(write(-1, WriteCondition.ifVersion(7))));
  }

  @Test
  void putWhenAppendingThenSaysSo() {
    MetaSet renewal =
        new MetaSet(
                "k",
                ValueParts.of(new byte[0]),
                0,
                WriteCondition.ifVersion(7),
                version -> version,
                answer,
                new ReplyLine())
            .appending();

    assertEquals("ms k 0 c MA C7\r\n\r\n", sent(renewal));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 99, 100, 1_234_567})
  void putWhenItTakesSeveralBuffersThenGoesOnWhereTheFirstEnded(int length) {
    byte[] value = "v".repeat(length).getBytes(StandardCharsets.ISO_8859_1);
    MetaSet write =
        new MetaSet(
            "k",
            ValueParts.of(value),
            0,
            WriteCondition.always(),
            version -> version,
            answer,
            new ReplyLine());
    StringBuilder sent = new StringBuilder();
    ByteBuffer out = ByteBuffer.allocate(1_024);
    boolean isAll = write.put(out.position(1), ByteBuffer.allocate(1_024));
    assertEquals(1, out.position(), "there may be too little room for a line");

    while (!isAll) {
      out.clear();
      isAll = write.put(out, ByteBuffer.allocate(1_024));
      sent.append(StandardCharsets.ISO_8859_1.decode(out.flip()));
    }

    assertEquals("ms k %d c\r\n%s\r\n".formatted(length, "v".repeat(length)), sent.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "HD c18446744073709551615, k 18446744073709551615; SUCCESS; complete",
    "HD c7, k 7; SUCCESS; complete",
    "HD c7 kk, k 7; SUCCESS; complete",
    "HD, k 0; SUCCESS; complete",
    "EX c0, ERR_EXISTS; complete",
    "EX, ERR_EXISTS; complete",
    "NF c0, ERR_NOT_FOUND; complete",
    "NS c0, ERR_NOT_STORED; complete",
  })
  void hearWhenCutAnywhereThenHearsTheSame(String line, String expected) throws IOException {
    String all = line + "\r\n";
    for (int cut = 0; cut <= all.length(); cut++) {
      MetaSet write = write();

      write.hear(bytes(all.substring(0, cut)));
      write.hear(bytes(all.substring(cut)));

      assertEquals(expected, String.join("; ", heard), "cut at " + cut);
    }
  }

  @Test
  void hearWhenMoreFollowsThenLeavesItToTheNextAnswer() throws IOException {
    ByteBuffer data = bytes("HD c7\r\nEND\r\n");

    write().hear(data);

    assertEquals("END\r\n", StandardCharsets.ISO_8859_1.decode(data).toString());
  }

  /** Each might be the answer to another command, so that all that follow are, too. */
  @ParameterizedTest
  @ValueSource(strings = {"STORED", "END", "HD c", "HD cx", "HD c-1", "VA 1", "EN", "MN", ""})
  void hearWhenNoAnswerToAWriteThenEndsTheConnection(String line) {
    MetaSet write = write();

    IOException failure = assertThrows(IOException.class, () -> write.hear(bytes(line + "\r\n")));

    assertTrue(String.valueOf(failure.getMessage()).startsWith("the node answered a write with "));
    assertEquals("complete", heard.get(heard.size() - 1));
    assertEquals("ERR_CLIENT", heard.get(heard.size() - 2));
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_ERROR out of memory storing object, true",
    "SERVER_ERROR object too large for cache, true",
    "CLIENT_ERROR bad data chunk, false",
    "ERROR, false"
  })
  void hearWhenRefusedThenIsOverAndTheConnectionStaysWhereTheNextAnswerFits(
      String line, boolean stays) throws IOException {
    MetaSet write = write();

    if (stays) {
      assertTrue(write.hear(bytes(line + "\r\n")));
    } else {
      assertThrows(IOException.class, () -> write.hear(bytes(line + "\r\n")));
    }

    assertEquals("complete", heard.get(heard.size() - 1));
  }

  @Test
  void hearWhenALineDoesNotEndThenEndsTheConnection() {
    MetaSet write = write();

    assertThrows(IOException.class, () -> write.hear(bytes("HD c" + "1".repeat(5_000))));
  }
}
