package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Lineage;
import io.holdfast.core.session.Origins;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AncestryFieldTest {

  private static final long UNIT = 1L << 20;

  @Test
  void readWhenWrittenThenTheSame() {
    Lineage lineage = new Lineage(3 * UNIT, List.of(2 * UNIT, UNIT));
    Origins origins =
        new Origins(UNIT, 3 * UNIT, new TreeMap<>(Map.of("a", 2 * UNIT, "b", 3 * UNIT)));

    AncestryField read = AncestryField.read(3 * UNIT, reader(body(3, 1, 2, "a", 1, "b")));

    assertEquals(new AncestryField(lineage, origins), read);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("origin that is not named", body(4, 1, 1, "a", 1, "b")),
        Arguments.of("negative origin", body(-1, 1, 1, "a", 1, "b")),
        Arguments.of("attribute without origin", body(1, 1, 0, "a", 1, "b")),
        Arguments.of("names out of order", body(1, 1, 1, "b", 1, "a")),
        Arguments.of("a name twice", body(1, 1, 1, "a", 1, "a")),
        Arguments.of("versions that ascend", changed(body -> body.putLong(4, 1))),
        Arguments.of("more versions than there are bytes", changed(body -> body.putInt(0, 99))),
        Arguments.of("versions of a negative number", changed(body -> body.putInt(0, -1))),
        Arguments.of("more origins than there are bytes", changed(body -> body.putInt(22, 99))),
        Arguments.of("nothing", new byte[10]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void readWhenNeverWrittenSoThenCorrupt(String what, byte[] body) {
    RecordException e =
        assertThrows(RecordException.class, () -> AncestryField.read(3 * UNIT, reader(body)), what);

    assertEquals(Reason.CORRUPT, e.reason());
  }

  private static byte[] changed(Consumer<ByteBuffer> change) {
    byte[] body = body(1, 1, 1, "a", 1, "b");
    change.accept(ByteBuffer.wrap(body));
    return body;
  }

  private static FieldReader reader(byte[] body) {
    return new FieldReader(ByteBuffer.wrap(body));
  }

  /** Two versions before, and two attributes with their places. */
  private static byte[] body(
      int user, int interval, int first, String name, int second, String next) {
    ByteBuffer body = ByteBuffer.allocate(4 + 16 + 2 + 4 + 2 * (1 + 4 + 1));
    body.putInt(2).putLong(2 * UNIT).putLong(UNIT).put((byte) user).put((byte) interval);
    body.putInt(2);
    put(body, first, name);
    put(body, second, next);
    return body.array();
  }

  private static void put(ByteBuffer body, int place, String name) {
    body.put((byte) place).putInt(1).put(name.getBytes(StandardCharsets.UTF_8));
  }
}
