package io.holdfast.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class TlsRecordReaderTest {

  private static final byte[] SHORT = {22, 3, 3, 0, 2, 7, 8};

  @Test
  void nextWhenRecordsFollowEachOtherThenEachIsAPiece() throws IOException {
    byte[] large = new byte[5 + 0x1234];
    large[0] = 23;
    large[3] = 0x12;
    large[4] = 0x34;
    byte[] both = Arrays.copyOf(SHORT, SHORT.length + large.length);
    System.arraycopy(large, 0, both, SHORT.length, large.length);
    TlsRecordReader reader = reader(both);

    assertArrayEquals(SHORT, reader.next());
    assertArrayEquals(large, reader.next());
    assertNull(reader.next());
  }

  @Test
  void nextWhenTheStreamEndsWithinARecordThenFails() {
    assertThrows(EOFException.class, () -> reader(Arrays.copyOf(SHORT, 3)).next());
    assertThrows(EOFException.class, () -> reader(Arrays.copyOf(SHORT, 6)).next());
  }

  private static TlsRecordReader reader(byte[] bytes) {
    return new TlsRecordReader(new ByteArrayInputStream(bytes));
  }
}
