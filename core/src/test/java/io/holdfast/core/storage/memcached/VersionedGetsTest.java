package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.spy.memcached.ops.OperationStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a comparing read sends, and what it makes of the bytes that a node answers. */
final class VersionedGetsTest {

  private final List<String> heard = new ArrayList<>();
  private final VersionedGets.Callback answer =
      new VersionedGets.Callback() {
        @Override
        public void gotVersion(long cas) {
          heard.add("version " + Long.toUnsignedString(cas));
        }

        @Override
        public void gotNothing() {
          heard.add("nothing");
        }

        @Override
        public void gotData(String key, int flags, long cas, byte[] data) {
          heard.add(key + " " + cas + " " + new String(data, StandardCharsets.ISO_8859_1));
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

  private VersionedGets read() {
    return read(9L);
  }

  private VersionedGets read(@Nullable Long unless) {
    heard.clear();
    return new VersionedGets(100, answer, new ReplyLine(), "k", "k:a", unless);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void putThenAsksForOneVersionAndTheOtherValue() {
    assertEquals("mg k c\r\ngets k:a\r\n", sent(read(null)));
  }

  @Test
  void putWhenTheNodeComparesThenAsksForTheValueOfAnotherVersion() {
    assertEquals("mg k c v C9\r\ngets k:a\r\n", sent(read()));
    assertEquals("mg k c v C18446744073709551615\r\ngets k:a\r\n", sent(read(-1L)));
  }

  private static String sent(VersionedGets read) {
    ByteBuffer out = ByteBuffer.allocate(2_000);
    assertTrue(read.put(out, ByteBuffer.allocate(1_024)));
    return StandardCharsets.ISO_8859_1.decode(out.flip()).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "HD c7/END, version 7; SUCCESS; complete",
    "HD c7 /END, version 7; SUCCESS; complete",
    "HD W c18446744073709551615 kx/END, version 18446744073709551615; SUCCESS; complete",
    "HD/END, version 0; SUCCESS; complete",
    "EN/END, nothing; SUCCESS; complete",
    "HD c7/VALUE k:a 0 2 8/EN/END, version 7; k:a 8 EN; SUCCESS; complete",
    "EN/VALUE k:a 0 2 8/HD/END, nothing; k:a 8 HD; SUCCESS; complete",
    "VA 2 c7/EN/END, k 7 EN; SUCCESS; complete",
    "VA 0 c7//END, k 7 ; SUCCESS; complete",
    "VA 5 W c7/HD c8/VALUE k:a 0 2 8/HD/END, k 7 HD c8; k:a 8 HD; SUCCESS; complete",
  })
  void hearWhenCutAnywhereThenHearsTheSame(String lines, String expected) throws IOException {
    String all = lines.replace("/", "\r\n") + "\r\n";
    for (int cut = 0; cut <= all.length(); cut++) {
      VersionedGets read = read();

      read.hear(bytes(all.substring(0, cut)));
      read.hear(bytes(all.substring(cut)));

      assertEquals(expected, String.join("; ", heard), "cut at " + cut);
    }
  }

  @Test
  void hearWhenMoreFollowsThenLeavesItToTheNextAnswer() throws IOException {
    ByteBuffer data = bytes("HD c7\r\nEND\r\nSTORED\r\n");

    read().hear(data);

    assertEquals("STORED\r\n", StandardCharsets.ISO_8859_1.decode(data).toString());
  }

  /** Each might be the answer to another command, so that all that follow are, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "STORED",
        "END",
        "HD c",
        "HD cx",
        "HD c-1",
        "NF",
        "VALUE k 0 1 1",
        "MN",
        "VA",
        "VA c7",
        "VA -1 c7",
        "VA 101 c7",
        "VA 1 cx",
        "VA 99999999999999999999 c7"
      })
  void hearWhenNoAnswerToTheFirstThenEndsTheConnection(String line) {
    VersionedGets read = read();

    IOException failure = assertThrows(IOException.class, () -> read.hear(bytes(line + "\r\n")));

    assertTrue(String.valueOf(failure.getMessage()).startsWith("the node answered a read with "));
    assertEquals("complete", heard.get(heard.size() - 1));
    assertEquals("ERR_CLIENT", heard.get(heard.size() - 2));
  }

  @Test
  void hearWhenAValueIsSentThatIsNotAskedForThenEndsTheConnection() {
    VersionedGets read = read(null);

    assertThrows(IOException.class, () -> read.hear(bytes("VA 1 c7\r\n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HD c7", "EN", "VA 1 c7", "STORED"})
  void hearWhenNoAnswerToTheSecondThenEndsTheConnection(String line) {
    VersionedGets read = read();

    assertThrows(IOException.class, () -> read.hear(bytes("HD c7\r\n" + line + "\r\n")));

    assertEquals("complete", heard.get(heard.size() - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR",
        "CLIENT_ERROR bad data chunk",
        "SERVER_ERROR out of memory storing object"
      })
  void hearWhenRefusedThenIsOverAndTheConnectionEnds(String line) {
    VersionedGets read = read();

    assertThrows(IOException.class, () -> read.hear(bytes(line + "\r\n")));

    assertEquals("complete", heard.get(heard.size() - 1));
  }
}
