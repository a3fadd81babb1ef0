package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.session.SessionSnapshot;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuePartsTest {

  private static final byte[] WHOLE = {1, 2, 3};

  @Test
  void ofThenItIsTheArray() {
    ValueParts value = ValueParts.of(WHOLE);

    assertEquals(3, value.length());
    assertSame(WHOLE, value.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 10_000})
  void writeWhenThereIsRoomForSomeThenGoesOnWhereItEnded(int room) {
    RecordCodec codec = new RecordCodec(GoldenRecords.TRANSCODER);
    for (Map.Entry<String, SessionSnapshot> each : GoldenRecords.snapshots().entrySet()) {
      ValueParts record = codec.encodeInParts(each.getValue());
      byte[] whole = record.toByteArray();
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      ByteBuffer target = ByteBuffer.allocate(room);
      int at = 0;

      while (at < record.length()) {
        int next = record.write(at, target.clear());
        assertEquals(Math.min(room, record.length() - at), next - at);
        assertEquals(next - at, target.position());
        written.write(target.array(), 0, target.position());
        at = next;
      }

      assertArrayEquals(whole, written.toByteArray(), each.getKey());
    }
  }
}
