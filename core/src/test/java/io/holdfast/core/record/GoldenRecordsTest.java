package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.session.SessionSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records on users' nodes stay readable: the golden files never change. */
class GoldenRecordsTest {

  private static final RecordCodec CODEC = new RecordCodec(GoldenRecords.TRANSCODER);

  static Stream<Arguments> snapshots() {
    return GoldenRecords.snapshots().entrySet().stream()
        .map(golden -> Arguments.of(golden.getKey(), golden.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("snapshots")
  void decodeWhenGoldenThenExpectedSnapshot(String file, SessionSnapshot expected)
      throws IOException {
    assertEquals(expected, CODEC.decode(read(file)));
  }

  static Stream<Arguments> former() {
    return GoldenRecords.former().entrySet().stream()
        .map(golden -> Arguments.of(golden.getKey(), golden.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("former")
  void decodeWhenGoldenOfTheFormerAncestryThenExpectedSnapshot(
      String file, SessionSnapshot expected) throws IOException {
    assertEquals(expected, CODEC.decode(read(file)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("snapshots")
  void encodeWhenGoldenSnapshotThenIdenticalBytes(String file, SessionSnapshot snapshot)
      throws IOException {
    assertArrayEquals(read(file), CODEC.encode(snapshot));
  }

  @Test
  void decodeWhenGoldenTombstoneThenExpectedEnd() throws IOException {
    assertEquals(GoldenRecords.TOMBSTONE, Tombstone.decode(read(GoldenRecords.TOMBSTONE_FILE)));
    assertEquals(GoldenRecords.FORMER, Tombstone.decode(read(GoldenRecords.FORMER_FILE)));
  }

  @Test
  void encodeWhenGoldenTombstoneThenIdenticalBytes() throws IOException {
    assertArrayEquals(read(GoldenRecords.TOMBSTONE_FILE), GoldenRecords.TOMBSTONE.encode());
    assertArrayEquals(read(GoldenRecords.FORMER_FILE), GoldenRecords.FORMER.encode());
  }

  static Stream<Arguments> readers() {
    Stream<Arguments> records =
        Stream.concat(
                GoldenRecords.snapshots().keySet().stream(),
                GoldenRecords.former().keySet().stream())
            .map(file -> Arguments.of(file, (Function<byte[], Object>) CODEC::decode));
    Stream<Arguments> headers =
        GoldenRecords.snapshots().keySet().stream()
            .map(file -> Arguments.of(file, (Function<byte[], Object>) RecordCodec::peek));
    Stream<Arguments> access =
        Stream.of(
            Arguments.of(
                GoldenRecords.ACCESS_FILE, (Function<byte[], Object>) AccessRecord::decode));
    Stream<Arguments> lease =
        Stream.of(
            Arguments.of(GoldenRecords.LEASE_FILE, (Function<byte[], Object>) LeaseRecord::decode));
    Stream<Arguments> object =
        Stream.of(
            Arguments.of(
                GoldenRecords.OBJECT_FILE, (Function<byte[], Object>) EncodedObject::decode));
    Stream<Arguments> tombstone =
        Stream.of(GoldenRecords.TOMBSTONE_FILE, GoldenRecords.FORMER_FILE)
            .map(file -> Arguments.of(file, (Function<byte[], Object>) Tombstone::decode));
    Stream<Arguments> parts =
        Stream.of(
            Arguments.of(
                GoldenRecords.PARTS_FILE, (Function<byte[], Object>) ChunkManifest::decode));
    Stream<Arguments> compressed =
        Stream.of(
            Arguments.of(GoldenRecords.COMPRESSED_FILE, (Function<byte[], Object>) CODEC::decode));
    return Stream.of(records, headers, access, lease, object, tombstone, parts, compressed)
        .flatMap(all -> all);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("readers")
  void readWhenOneBitIsWrongThenRecordException(String file, Function<byte[], Object> reader)
      throws IOException {
    byte[] golden = read(file);

    for (int bit = 0; bit < golden.length * 8; bit++) {
      byte[] damaged = golden.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThrows(RecordException.class, () -> reader.apply(damaged), "bit " + bit);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("readers")
  void readWhenTruncatedThenRecordException(String file, Function<byte[], Object> reader)
      throws IOException {
    byte[] golden = read(file);

    for (int length = 0; length < golden.length; length++) {
      byte[] truncated = Arrays.copyOf(golden, length);
      assertThrows(RecordException.class, () -> reader.apply(truncated), "length " + length);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("readers")
  void readWhenAByteFollowsThenRecordException(String file, Function<byte[], Object> reader)
      throws IOException {
    byte[] golden = read(file);

    byte[] longer = Arrays.copyOf(golden, golden.length + 1);

    assertThrows(RecordException.class, () -> reader.apply(longer));
  }

  @Test
  void accessCodecWhenGoldenThenSameBothWays() throws IOException {
    byte[] golden = read(GoldenRecords.ACCESS_FILE);

    assertEquals(GoldenRecords.ACCESS, AccessRecord.decode(golden));
    assertArrayEquals(golden, GoldenRecords.ACCESS.encode());
  }

  @Test
  void objectCodecWhenGoldenThenSameBothWays() throws IOException {
    byte[] golden = read(GoldenRecords.OBJECT_FILE);

    assertEquals(GoldenRecords.OBJECT, EncodedObject.decode(golden));
    assertArrayEquals(golden, GoldenRecords.OBJECT.encode());
  }

  @Test
  void leaseCodecWhenGoldenThenSameBothWays() throws IOException {
    byte[] golden = read(GoldenRecords.LEASE_FILE);

    assertEquals(GoldenRecords.LEASE, LeaseRecord.decode(golden));
    assertArrayEquals(golden, GoldenRecords.LEASE.encode());
  }

  @Test
  void partsHeadCodecWhenGoldenThenSameBothWays() throws IOException {
    byte[] golden = read(GoldenRecords.PARTS_FILE);

    assertEquals(GoldenRecords.PARTS, ChunkManifest.decode(golden));
    assertArrayEquals(golden, GoldenRecords.PARTS.encode());
  }

  @Test
  void decodeWhenGoldenIsCompressedThenExpectedSnapshot() throws IOException {
    assertEquals(GoldenRecords.compressed(), CODEC.decode(read(GoldenRecords.COMPRESSED_FILE)));
    assertEquals(
        GoldenRecords.compressed(), CODEC.decode(read(GoldenRecords.FORMER_COMPRESSED_FILE)));
  }

  private static byte[] read(String file) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(
            GoldenRecordsTest.class.getResourceAsStream("/golden/v1/" + file), file)) {
      return stream.readAllBytes();
    }
  }
}
