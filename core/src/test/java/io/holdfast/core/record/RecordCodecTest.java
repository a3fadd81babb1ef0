package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.LoneSurrogates;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {

  private static final SessionTimes TIMES = new SessionTimes(1, 2, 3, 4);
  private static final SessionSnapshot SNAPSHOT =
      snapshot(new EncodedAttributes.Together(bytes("secret content")));

  // With transcoder "java" and id "abc.r", fields begin at these places.
  private static final int FLAGS = 5;
  private static final int TRANSCODER_LENGTH = 10;
  private static final int ID_LENGTH = 54;
  private static final int AUTH_PRESENT = 63;
  private static final int PRINCIPAL_LENGTH = 64;
  private static final int NOTES_LENGTH = 68;
  private static final int ATTRIBUTES = 72;

  private final RecordCodec codec = new RecordCodec("java");

  @Test
  void decodeWhenLargeThenSameSnapshot() {
    byte[] large = new byte[20_000_000];
    new Random(1).nextBytes(large);
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Together(Bytes.wrap(large)));

    SessionSnapshot decoded = codec.decode(codec.encode(snapshot));

    assertEquals(snapshot, decoded);
  }

  @Test
  void decodeWhenOtherTranscoderThenSaysSo() {
    byte[] record = new RecordCodec("kryo").encode(SNAPSHOT);

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(record));

    assertEquals(Reason.OTHER_TRANSCODER, e.reason());
  }

  @Test
  void peekWhenOtherTranscoderThenHeader() {
    byte[] record = new RecordCodec("kryo").encode(SNAPSHOT);

    RecordHeader header = RecordCodec.peek(record);

    assertEquals(
        new RecordHeader("kryo", new VersionHistory(9, List.of()), TIMES, record.length), header);
  }

  @Test
  void decodeWhenAccessRecordThenNotARecord() {
    byte[] access = new AccessRecord(1, 2, 3).encode();

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(access));

    assertEquals(Reason.NOT_A_RECORD, e.reason());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "\u00d1HF", "Hello, this is some other application's value"})
  void decodeWhenSomethingElseThenNotARecord(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(bytes));

    assertEquals(Reason.NOT_A_RECORD, e.reason());
  }

  @Test
  void decodeWhenLaterFormatThenUnknownVersion() {
    byte[] record = codec.encode(SNAPSHOT);
    record[4] = 2;

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(record));

    assertEquals(Reason.UNKNOWN_VERSION, e.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {0x08, 0x10, 0x40, 0x80})
  void decodeWhenReservedFlagThenUnknownVersion(int flag) {
    byte[] record = resealed(r -> r.put(FLAGS, (byte) flag));

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(record));

    assertEquals(Reason.UNKNOWN_VERSION, e.reason());
  }

  static Stream<Arguments> hostileChanges() {
    return Stream.of(
        change(
            "transcoder name longer than the body", r -> r.putInt(TRANSCODER_LENGTH, 0x7fffffff)),
        change("transcoder name of negative length", r -> r.putInt(TRANSCODER_LENGTH, -1)),
        change("transcoder name takes the id's place", r -> r.putInt(TRANSCODER_LENGTH, 60)),
        change("id longer than the body", r -> r.putInt(ID_LENGTH, 1_000)),
        change("empty id", r -> r.putInt(ID_LENGTH, 0)),
        change("id with a line break", r -> r.put(ID_LENGTH + 4, (byte) '\n')),
        change("id that is not UTF-8", r -> r.put(ID_LENGTH + 4, (byte) 0xff)),
        change("auth type neither absent nor present", r -> r.put(AUTH_PRESENT, (byte) 2)),
        change("auth type present by mistake", r -> r.put(AUTH_PRESENT, (byte) 1)),
        change("principal longer than the body", r -> r.putInt(PRINCIPAL_LENGTH, 0x7fffffff)),
        change("principal of negative length", r -> r.putInt(PRINCIPAL_LENGTH, Integer.MIN_VALUE)),
        change("notes one byte too long", r -> r.putInt(NOTES_LENGTH, 19)),
        change("attributes too long", r -> r.putInt(ATTRIBUTES, 15)),
        change("bytes behind the attributes", r -> r.putInt(ATTRIBUTES, 13)),
        change("a graph read as an ancestry of both forms", r -> r.put(FLAGS, (byte) 0x24)),
        change("a graph read as a billion attributes", r -> r.put(FLAGS, (byte) 1)),
        change("negative number of attributes", r -> r.put(FLAGS, (byte) 1).putInt(ATTRIBUTES, -1)),
        change(
            "more attributes than bytes",
            r -> r.put(FLAGS, (byte) 1).putInt(ATTRIBUTES, 0x7fffffff)),
        change("bytes behind no attributes", r -> r.put(FLAGS, (byte) 1).putInt(ATTRIBUTES, 0)));
  }

  private static Arguments change(String name, Consumer<ByteBuffer> change) {
    return Arguments.of(name, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostileChanges")
  void decodeWhenSealedOverHostileFieldThenCorrupt(String name, Consumer<ByteBuffer> change) {
    byte[] record = resealed(change);

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(record));

    assertEquals(Reason.CORRUPT, e.reason());
    assertFalse(String.valueOf(e.getMessage()).contains("secret"), e.getMessage());
  }

  @Test
  void decodeWhenAttributeNameTwiceThenCorrupt() {
    byte[] record =
        codec.encode(
            snapshot(new EncodedAttributes.Apart(Map.of("a", Bytes.EMPTY, "b", Bytes.EMPTY))));
    record[ATTRIBUTES + 8] = 'x';
    record[ATTRIBUTES + 17] = 'x';
    seal(record);

    RecordException e = assertThrows(RecordException.class, () -> codec.decode(record));

    assertEquals(Reason.CORRUPT, e.reason());
  }

  /** The name of the notes' version is no attribute's, but an application may use it. */
  @Test
  void decodeWhenAnAttributeIsNamedLikeTheNotesThenSameSnapshot() {
    SessionSnapshot snapshot =
        new SessionSnapshot(
            new SessionId("abc.r"),
            new VersionHistory(9, List.of()),
            new FieldVersions(0, 0, new TreeMap<>(Map.of(FieldVersions.NOTES, 9L, "a", 8L)), 0),
            TIMES,
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Apart(Map.of(FieldVersions.NOTES, bytes("its value"))));

    assertEquals(snapshot, codec.decode(codec.encode(snapshot)));
  }

  @Test
  void encodeWhenAChangeIsNewerThanTheRecordThenRefused() {
    SessionSnapshot snapshot =
        new SessionSnapshot(
            new SessionId("abc.r"),
            new VersionHistory(9, List.of()),
            new FieldVersions(10, 0, new TreeMap<>(), 0),
            TIMES,
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            EncodedAttributes.none());

    RecordException e = assertThrows(RecordException.class, () -> codec.encode(snapshot));

    assertEquals(Reason.UNENCODABLE, e.reason());
  }

  @Test
  void resealedWhenNothingChangedThenSameBytes() {
    byte[] record = resealed(unchanged -> {});

    assertArrayEquals(codec.encode(SNAPSHOT), record);
    assertEquals(SNAPSHOT, codec.decode(record));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ufffd", "Straße", "\ud83d\ude00"})
  void decodeWhenAttributeNameIsNotAsciiThenSameSnapshot(String name) {
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Apart(Map.of(name, Bytes.EMPTY)));

    SessionSnapshot decoded = codec.decode(codec.encode(snapshot));

    assertEquals(snapshot, decoded);
  }

  /** Halves of emojis in a name, an auth type and origins, also beside what stands for them. */
  @ParameterizedTest
  @MethodSource("anyTexts")
  void decodeWhenTextsAreNoUnicodeThenSameSnapshot(String text) {
    SessionSnapshot snapshot =
        new SessionSnapshot(
            new SessionId("abc.r"),
            new VersionHistory(9, List.of()),
            new FieldVersions(0, 0, new TreeMap<>(Map.of(text, 9L, "\uffee", 8L, "a", 7L)), 0),
            TIMES,
            text,
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Apart(Map.of(text, bytes("its value"))));

    SessionSnapshot decoded = codec.decode(codec.encode(snapshot));

    assertEquals(snapshot, decoded);
  }

  static Stream<String> anyTexts() {
    return Stream.of(
        "cut \ud83d",
        "\ude00 of another",
        "\ude00\ud83d",
        "\ud83d\ud83d\ude00\ude00",
        "\ufdd0",
        "\ufdd0d83d",
        "\ufdd0\ufdd0\ud83dd83d\ud83d",
        "a\nline\r\n\u0000\u2028\u202e",
        "\ud83d".repeat(1 << 17),
        "n".repeat(1 << 17) + "\ud83d");
  }

  /** What the version before wrote: a mark that stands for nothing, in any place. */
  @ParameterizedTest
  @ValueSource(strings = {"\ufdd0", "\ufdd0d83", "\ufdd0\ufdd0d8", "\ufdd0zzzz", "\ufdd00061"})
  void restoredWhenNothingWasEscapedThenTheSameText(String text) {
    assertEquals(text, LoneSurrogates.restored(text));
    assertEquals(text, LoneSurrogates.restored(LoneSurrogates.escaped(text)));
  }

  @Test
  void accessDecodeWhenSessionRecordThenNotARecord() {
    byte[] record = codec.encode(SNAPSHOT);

    RecordException e = assertThrows(RecordException.class, () -> AccessRecord.decode(record));

    assertEquals(Reason.NOT_A_RECORD, e.reason());
  }

  @Test
  void accessEncodeThenThirtyEightBytes() {
    assertEquals(38, new AccessRecord(1, 2, 3).encode().length);
  }

  private byte[] resealed(Consumer<ByteBuffer> change) {
    byte[] record = codec.encode(SNAPSHOT);
    change.accept(ByteBuffer.wrap(record));
    seal(record);
    return record;
  }

  private static void seal(byte[] record) {
    CRC32C checksum = new CRC32C();
    checksum.update(record, 0, record.length - 4);
    ByteBuffer.wrap(record).putInt(record.length - 4, (int) checksum.getValue());
  }

  private static SessionSnapshot snapshot(EncodedAttributes attributes) {
    return new SessionSnapshot(
        new SessionId("abc.r"), 9, TIMES, null, Bytes.EMPTY, Bytes.EMPTY, attributes);
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
