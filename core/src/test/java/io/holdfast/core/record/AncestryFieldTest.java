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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The record is the third of writer 7, and includes the second version of writer 9. */
class AncestryFieldTest {

  private static final long UNIT = 1L << 20;
  private static final long VERSION = 3 * UNIT + 7;

  private static final int BEFORE = 0x01;
  private static final int USER = 0x02;
  private static final int NOTES = 0x10;
  private static final int NAMED = 0x20;

  /** One other writer: one version before this, writer 9. */
  private static final int[] ONE_BEFORE = {1, 1, 0, 0, 9};

  @Test
  void readWhenWrittenThenTheSame() {
    byte[] body =
        body(BEFORE | USER | NOTES | NAMED, ONE_BEFORE, 5, 1, 2, 1, 'a', 1, 1, 'b', 6, 0, 0, 8);

    AncestryField read = AncestryField.read(VERSION, reader(body));

    assertEquals(
        new AncestryField(
            new VersionHistory(VERSION, List.of(2 * UNIT + 9)),
            new FieldVersions(
                2 * UNIT + 9,
                0,
                new TreeMap<>(
                    Map.of("a", VERSION, "b", 2 * UNIT + 8, FieldVersions.NOTES, VERSION)),
                0)),
        read);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("a part that there is not", body(0x40, new int[0])),
        Arguments.of("no versions before", body(BEFORE, new int[0], 0)),
        Arguments.of("seventeen versions before", body(BEFORE, new int[0], 17)),
        Arguments.of("a negative number of versions before", body(BEFORE, new int[0], 0xff)),
        Arguments.of("fewer versions than it says", body(BEFORE, ONE_BEFORE[0] + 1, ONE_BEFORE)),
        Arguments.of("a version below none", body(BEFORE, new int[0], 1, 4, 0, 0, 9)),
        Arguments.of("a version above the record's", body(BEFORE, new int[0], 1, 0, 0, 0, 9)),
        Arguments.of("a writer of 24 bits", body(BEFORE, new int[0], 1, 1, 0x10, 0, 0)),
        Arguments.of("no user's version", body(USER, new int[0], 0)),
        Arguments.of("a user's version below none", body(USER, new int[0], 1 + 2 * 4)),
        Arguments.of("a version above the record's of a user", body(USER, new int[0], 2, 0, 0, 8)),
        Arguments.of("a known writer written out", body(USER, new int[0], 4, 0, 0, 7)),
        Arguments.of("a number in more bytes than it needs", body(USER, new int[0], 0x81, 0)),
        Arguments.of(
            "a number of nine bytes",
            body(USER, new int[0], 255, 255, 255, 255, 255, 255, 255, 255, 1)),
        Arguments.of("a number without an end", body(USER, new int[0], 0x81)),
        Arguments.of("no names", body(NAMED, new int[0], 0)),
        Arguments.of("33 names", body(NAMED, new int[0], FieldVersions.ATTRIBUTES + 1, 1, 'a', 1)),
        Arguments.of("a name behind the end", body(NAMED, new int[0], 1, 99, 'a', 1)),
        Arguments.of(
            "a name of 2^48 bytes",
            body(NAMED, new int[0], 1, 255, 255, 255, 255, 255, 255, 1, 'a', 1)),
        Arguments.of("a name without a version", body(NAMED, new int[0], 1, 1, 'a', 0)),
        Arguments.of("names out of order", body(NAMED, new int[0], 2, 1, 'b', 1, 1, 'a', 1)),
        Arguments.of("a name twice", body(NAMED, new int[0], 2, 1, 'a', 1, 1, 'a', 1)),
        Arguments.of("notes by name", notesByName()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void readWhenNeverWrittenSoThenCorrupt(String what, byte[] body) {
    RecordException e =
        assertThrows(RecordException.class, () -> AncestryField.read(VERSION, reader(body)), what);

    assertEquals(Reason.CORRUPT, e.reason());
  }

  private static byte[] notesByName() {
    byte[] name = FieldVersions.NOTES.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(name.length + 4)
        .put((byte) NAMED)
        .put((byte) 1)
        .put((byte) name.length)
        .put(name)
        .put((byte) 1)
        .array();
  }

  private static FieldReader reader(byte[] body) {
    return new FieldReader(ByteBuffer.wrap(body));
  }

  private static byte[] body(int parts, int count, int[] before) {
    int[] changed = before.clone();
    changed[0] = count;
    return body(parts, changed);
  }

  private static byte[] body(int parts, int[] before, int... rest) {
    ByteBuffer body = ByteBuffer.allocate(1 + before.length + rest.length).put((byte) parts);
    for (int each : before) {
      body.put((byte) each);
    }
    for (int each : rest) {
      body.put((byte) each);
    }
    return body.array();
  }
}
