package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionSnapshot;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompressedRecordsTest {

  private static final int MAX_BYTES = 1_000_000;
  private static final int MUTATIONS = 20_000;
  private static final RecordCodec PLAIN = new RecordCodec(GoldenRecords.TRANSCODER);
  private static final RecordCodec SMALL =
      new RecordCodec(GoldenRecords.TRANSCODER, new CompressionRule(100, MAX_BYTES));

  static Stream<SessionSnapshot> snapshots() {
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    graphs.put("zeros", zeros(5_000));
    graphs.put("größe", Bytes.EMPTY);
    graphs.put("noise", noise(300));
    return Stream.of(
        snapshot(new EncodedAttributes.Together(zeros(5_000))),
        snapshot(new EncodedAttributes.Apart(graphs)));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void encodeWhenAboveTheThresholdThenSmallerAndReadByAnySetting(SessionSnapshot snapshot) {
    byte[] record = SMALL.encode(snapshot);

    assertTrue(record.length < 700, () -> record.length + " bytes");
    assertEquals(snapshot, SMALL.decode(record));
    assertEquals(snapshot, PLAIN.decode(record));
    assertEquals(snapshot, SMALL.decode(PLAIN.encode(snapshot)));
  }

  @Test
  void encodeWhenBelowTheThresholdThenAsIfThereWasNoCompression() {
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Together(zeros(90)));

    assertArrayEquals(PLAIN.encode(snapshot), SMALL.encode(snapshot));
  }

  static Stream<SessionSnapshot> ofAHundredBytes() {
    Map<String, Bytes> apart = new LinkedHashMap<>();
    apart.put("a".repeat(200), zeros(99));
    apart.put("ß".repeat(200), zeros(1));
    return Stream.of(
        snapshot(new EncodedAttributes.Together(zeros(100))),
        snapshot(new EncodedAttributes.Apart(Map.of("x", zeros(100)))),
        snapshot(new EncodedAttributes.Apart(apart)));
  }

  @ParameterizedTest
  @MethodSource("ofAHundredBytes")
  void encodeWhenTheAttributesHaveAsManyBytesAsTheThresholdThenTheyAreNotCompressed(
      SessionSnapshot snapshot) {
    RecordCodec oneLess =
        new RecordCodec(GoldenRecords.TRANSCODER, new CompressionRule(99, MAX_BYTES));

    assertArrayEquals(PLAIN.encode(snapshot), SMALL.encode(snapshot));
    assertTrue(oneLess.encode(snapshot).length < PLAIN.encode(snapshot).length);
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 500, 50_000})
  void encodeWhenItWouldNotGetSmallerThenAsIfThereWasNoCompression(int size) {
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Together(noise(size)));

    assertArrayEquals(PLAIN.encode(snapshot), SMALL.encode(snapshot));
  }

  @Test
  void encodeWhenAboveTheLargestSizeThenLeftForTheStoreToRefuse() {
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Together(zeros(MAX_BYTES)));

    assertTrue(SMALL.encode(snapshot).length > MAX_BYTES);
  }

  @Test
  void peekWhenCompressedThenHeader() {
    SessionSnapshot snapshot = snapshot(new EncodedAttributes.Together(zeros(5_000)));

    RecordHeader header = RecordCodec.peek(SMALL.encode(snapshot));

    assertEquals(snapshot.lineage(), header.lineage());
  }

  @Test
  void decodeWhenItComesToMoreThanAllowedThenTooLarge() {
    byte[] record = SMALL.encode(snapshot(new EncodedAttributes.Together(zeros(500_000))));
    RecordCodec modest = new RecordCodec(GoldenRecords.TRANSCODER, CompressionRule.none(499_999));

    RecordException failure = assertThrows(RecordException.class, () -> modest.decode(record));

    assertEquals(Reason.TOO_LARGE, failure.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 5_003, 5_005, 40_000, MAX_BYTES, Integer.MAX_VALUE})
  void decodeWhenTheSizeIsNotTheOneThatComesOutThenRecordException(int claimed) {
    byte[] deflated = deflated(5_004);
    byte[] record = sealed(claimed, deflated);

    assertThrows(RecordException.class, () -> SMALL.decode(record));
  }

  @Test
  void decodeWhenBytesFollowTheCompressedOnesThenRecordException() {
    byte[] deflated = deflated(5_004);
    byte[] longer = Arrays.copyOf(deflated, deflated.length + 1);

    assertThrows(RecordException.class, () -> SMALL.decode(sealed(5_004, longer)));
  }

  @Test
  void decodeWhenSealedOverRandomDamageThenRecordExceptionOrASnapshotThatIsNotLarger() {
    Random random = new Random(20_261_123);
    byte[] sound = deflated(5_004);
    int refused = 0;

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = sound.clone();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      int claimed = random.nextBoolean() ? 5_004 : random.nextInt(2 * MAX_BYTES);
      try {
        SessionSnapshot read = SMALL.decode(sealed(claimed, damaged));
        assertTrue(PLAIN.encode(read).length <= MAX_BYTES, "mutation " + i);
      } catch (RecordException expected) {
        refused++;
      }
    }

    assertTrue(refused > MUTATIONS * 9 / 10, refused + " refused");
  }

  private static byte[] deflated(int size) {
    byte[] plain = new byte[size];
    ByteBuffer.wrap(plain).putInt(size - Integer.BYTES);
    byte[] deflated = Deflation.deflate(plain, 0);
    assertTrue(deflated != null);
    return deflated;
  }

  /** A record with compressed attributes that come to so many bytes, or so it says. */
  private static byte[] sealed(int claimed, byte[] deflated) {
    return new FieldWriter(FieldWriter.USUAL)
        .text(GoldenRecords.TRANSCODER)
        .int64(1)
        .int64(2)
        .int64(3)
        .int64(4)
        .int32(5)
        .text("s")
        .optionalText(null)
        .bytes(Bytes.EMPTY)
        .bytes(Bytes.EMPTY)
        .int32(claimed)
        .bytes(Bytes.wrap(deflated))
        .seal(Envelope.SESSION, AttributesField.COMPRESSED);
  }

  private static SessionSnapshot snapshot(EncodedAttributes attributes) {
    SessionSnapshot any = GoldenRecords.snapshots().get("together-full.bin");
    assertTrue(any != null);
    return new SessionSnapshot(
        any.id(),
        any.version(),
        any.times(),
        any.authType(),
        any.principal(),
        any.notes(),
        attributes);
  }

  private static Bytes zeros(int size) {
    return Bytes.wrap(new byte[size]);
  }

  private static Bytes noise(int size) {
    byte[] noise = new byte[size];
    new Random(size).nextBytes(noise);
    return Bytes.wrap(noise);
  }
}
