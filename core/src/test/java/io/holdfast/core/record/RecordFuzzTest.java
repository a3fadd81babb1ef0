package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Records whose checksum is right and whose content is not: what someone with a node can write. */
class RecordFuzzTest {

  private static final long SEED = 20_261_121;
  private static final int MUTATIONS = 50_000;
  private static final int LENGTH_OFFSET = 6;
  private static final int BODY_OFFSET = 10;
  private static final int CHECKSUM_BYTES = 4;

  private final RecordCodec codec = new RecordCodec(GoldenRecords.TRANSCODER);
  private final Random random = new Random(SEED);

  @Test
  void decodeWhenSealedOverRandomDamageThenRecordExceptionOrTheOnlyReading() {
    List<byte[]> records = GoldenRecords.snapshots().values().stream().map(codec::encode).toList();
    int refused = 0;

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = damage(records.get(random.nextInt(records.size())));
      try {
        SessionSnapshot read = codec.decode(damaged);
        assertArrayEquals(damaged, codec.encode(read), "mutation " + i);
      } catch (RecordException expected) {
        refused++;
      }
    }

    assertTrue(refused > MUTATIONS / 4 && refused < MUTATIONS, refused + " refused");
  }

  /** Records of the former ancestry are written in the new form. */
  @Test
  void decodeWhenSealedOverDamagedFormerAncestryThenRecordExceptionOrTheSameAgain()
      throws IOException {
    List<byte[]> records = new ArrayList<>();
    for (String file : GoldenRecords.former().keySet()) {
      records.add(Files.readAllBytes(Path.of("src/test/resources/golden/v1", file)));
    }
    int refused = 0;

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = damage(records.get(random.nextInt(records.size())));
      try {
        SessionSnapshot read = codec.decode(damaged);
        assertEquals(read, codec.decode(codec.encode(read)), "mutation " + i);
      } catch (RecordException expected) {
        refused++;
      }
    }

    assertTrue(refused > MUTATIONS / 4 && refused < MUTATIONS, refused + " refused");
  }

  /** Changes, cuts or extends the body, then writes length and checksum as they have to be. */
  private byte[] damage(byte[] record) {
    int change = random.nextInt(-3, 4);
    byte[] damaged = Arrays.copyOf(record, record.length + (random.nextBoolean() ? 0 : change));
    int body = damaged.length - BODY_OFFSET - CHECKSUM_BYTES;
    for (int n = random.nextInt(4); n > 0; n--) {
      damaged[BODY_OFFSET + random.nextInt(body)] = (byte) random.nextInt();
    }
    ByteBuffer.wrap(damaged).putInt(LENGTH_OFFSET, damaged.length);
    CRC32C checksum = new CRC32C();
    checksum.update(damaged, 0, damaged.length - CHECKSUM_BYTES);
    ByteBuffer.wrap(damaged).putInt(damaged.length - CHECKSUM_BYTES, (int) checksum.getValue());
    return damaged;
  }
}
