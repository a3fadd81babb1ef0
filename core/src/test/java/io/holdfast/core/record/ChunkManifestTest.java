package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.RecordException.Reason;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChunkManifestTest {

  private static final int MUTATIONS = 50_000;
  private static final int HEAD_BYTES = 34;
  private static final int BODY_OFFSET = 10;
  private static final int CHECKSUM_BYTES = 4;

  @ParameterizedTest
  @CsvSource({"1, 10, 1, 1", "10, 10, 1, 10", "11, 10, 2, 1", "25, 10, 3, 5", "30, 10, 3, 10"})
  void countWhenCutThenTheLastPartHasWhatIsLeft(int total, int part, int count, int last) {
    ChunkManifest head = ChunkManifest.of(new byte[total], part, 0);

    assertEquals(count, head.count());
    assertEquals(last, head.lengthOf(count - 1));
    assertEquals(total, head.offsetOf(count - 1) + last);
  }

  @Test
  void countWhenOfTheLargestValueThenNoOverflow() {
    ChunkManifest head = new ChunkManifest(0, Integer.MAX_VALUE, 1 << 24, 0);

    assertEquals(128, head.count());
    assertEquals((1 << 24) - 1, head.lengthOf(127));
  }

  @Test
  void isSumOfWhenOneByteIsOtherThenFalse() {
    byte[] value = new byte[25];
    ChunkManifest head = ChunkManifest.of(value, 10, 0);

    assertTrue(head.isSumOf(new byte[25]));
    value[24] = 1;
    assertFalse(head.isSumOf(value));
    assertFalse(head.isSumOf(new byte[24]));
  }

  @Test
  void decodeWhenSealedOverRandomDamageThenRecordExceptionOrPartsThatCanBe() {
    Random random = new Random(20_261_122);
    byte[] sound = GoldenRecords.PARTS.encode();
    int refused = 0;

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = sealed(damage(sound, random));
      try {
        ChunkManifest head = ChunkManifest.decode(damaged);
        assertTrue(head.count() >= 1 && head.count() <= ChunkManifest.MAX_PARTS, head::toString);
        assertTrue(head.set() >= 0 && head.set() < ChunkManifest.SETS, head::toString);
        assertArrayEquals(damaged, head.encode());
      } catch (RecordException expected) {
        refused++;
      }
    }

    assertTrue(refused > MUTATIONS / 4 && refused < MUTATIONS, refused + " refused");
  }

  @Test
  void decodeAsRecordWhenItIsAHeadThenIncomplete() {
    RecordException failure =
        assertThrows(RecordException.class, () -> RecordCodec.peek(GoldenRecords.PARTS.encode()));

    assertEquals(Reason.INCOMPLETE, failure.reason());
  }

  private static byte[] damage(byte[] sound, Random random) {
    byte[] damaged = sound.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int body = HEAD_BYTES - BODY_OFFSET - CHECKSUM_BYTES;
      damaged[BODY_OFFSET + random.nextInt(body)] = (byte) random.nextInt();
    }
    return damaged;
  }

  private static byte[] sealed(byte[] damaged) {
    CRC32C checksum = new CRC32C();
    checksum.update(damaged, 0, damaged.length - CHECKSUM_BYTES);
    ByteBuffer.wrap(damaged).putInt(damaged.length - CHECKSUM_BYTES, (int) checksum.getValue());
    return damaged;
  }
}
