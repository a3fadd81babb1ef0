package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.VersionHistory;
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

class FormerAncestryTest {

  private static final long UNIT = 1L << 20;

  /** Where the number of attributes stands, behind two versions and three origins. */
  private static final int ORIGINS = 4 + 2 * 8 + 3 * 8;

  @Test
  void readWhenWrittenThenTheSame() {
    VersionHistory lineage = new VersionHistory(3 * UNIT, List.of(2 * UNIT, UNIT));
    FieldVersions origins =
        new FieldVersions(UNIT, 3 * UNIT, new TreeMap<>(Map.of("a", 2 * UNIT, "b", 3 * UNIT)), 0);

    AncestryField read = FormerAncestry.read(3 * UNIT, reader(body(1, 3, 2, "a", 3, "b")));

    assertEquals(new AncestryField(lineage, origins), read);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("origin above the record", body(4, 1, 1, "a", 1, "b")),
        Arguments.of("attribute's origin above the record", body(1, 1, 1, "a", 4, "b")),
        Arguments.of("negative origin", body(-1, 1, 1, "a", 1, "b")),
        Arguments.of("attribute without origin", body(1, 1, 0, "a", 1, "b")),
        Arguments.of("names out of order", body(1, 1, 1, "b", 1, "a")),
        Arguments.of("a name twice", body(1, 1, 1, "a", 1, "a")),
        Arguments.of("versions that ascend", changed(body -> body.putLong(4, 1))),
        Arguments.of("more versions than there are bytes", changed(body -> body.putInt(0, 99))),
        Arguments.of("versions of a negative number", changed(body -> body.putInt(0, -1))),
        Arguments.of(
            "more origins than there are bytes", changed(body -> body.putInt(ORIGINS, 99))),
        Arguments.of("more origins than are ever written", tooMany()),
        Arguments.of("nothing", new byte[32]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void readWhenNeverWrittenSoThenCorrupt(String what, byte[] body) {
    RecordException e =
        assertThrows(
            RecordException.class, () -> FormerAncestry.read(3 * UNIT, reader(body)), what);

    assertEquals(Reason.CORRUPT, e.reason());
  }

  private static byte[] changed(Consumer<ByteBuffer> change) {
    byte[] body = body(1, 1, 1, "a", 1, "b");
    change.accept(ByteBuffer.wrap(body));
    return body;
  }

  private static byte[] tooMany() {
    int count = FieldVersions.ATTRIBUTES + 1;
    ByteBuffer body = ByteBuffer.allocate(ORIGINS + 4 + count * (8 + 4 + 1));
    body.put(body(1, 1, 1, "a", 1, "b"), 0, ORIGINS).putInt(count);
    for (int i = 0; i < count; i++) {
      put(body, 1, String.valueOf((char) ('A' + i)));
    }
    return body.array();
  }

  private static FieldReader reader(byte[] body) {
    return new FieldReader(ByteBuffer.wrap(body));
  }

  /** Two versions before, and two attributes with their origins, in units. */
  private static byte[] body(
      int user, int interval, int first, String name, int second, String next) {
    ByteBuffer body = ByteBuffer.allocate(ORIGINS + 4 + 2 * (8 + 4 + 1));
    body.putInt(2).putLong(2 * UNIT).putLong(UNIT);
    body.putLong(user * UNIT).putLong(interval * UNIT).putLong(0);
    body.putInt(2);
    put(body, first, name);
    put(body, second, next);
    return body.array();
  }

  private static void put(ByteBuffer body, int origin, String name) {
    body.putLong(origin * UNIT).putInt(1).put(name.getBytes(StandardCharsets.UTF_8));
  }
}
