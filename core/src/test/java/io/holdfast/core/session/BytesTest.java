package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

class BytesTest {

  private final Bytes bytes = Bytes.wrap(new byte[] {1, 2, 3});

  @Test
  void equalsWhenSameContentThenEqual() {
    Bytes same = Bytes.wrap(new byte[] {1, 2, 3});

    assertEquals(same, bytes);
    assertEquals(same.hashCode(), bytes.hashCode());
    assertNotEquals(Bytes.wrap(new byte[] {1, 2}), bytes);
  }

  @Test
  void wrapWhenNothingThenEmpty() {
    assertSame(Bytes.EMPTY, Bytes.wrap(new byte[0]));
    assertTrue(Bytes.EMPTY.isEmpty());
    assertEquals(0, Bytes.EMPTY.length());
  }

  @Test
  void toByteArrayWhenChangedThenBytesAreNot() {
    bytes.toByteArray()[0] = 9;

    assertArrayEquals(new byte[] {1, 2, 3}, bytes.toByteArray());
  }

  @Test
  void lendToThenReaderGetsTheBytesWithoutCopy() {
    byte[] content = {1, 2, 3};

    byte[] lent = Bytes.wrap(content).lendTo((array, start, length) -> array);

    assertSame(content, lent);
  }

  @Test
  void wrapWhenPartOfAnArrayThenEqualToThatPart() {
    Bytes part = Bytes.wrap(new byte[] {9, 1, 2, 3, 9}, 1, 3);

    assertEquals(bytes, part);
    assertEquals(bytes.hashCode(), part.hashCode());
    assertArrayEquals(bytes.toByteArray(), part.toByteArray());
    assertEquals(bytes.asBuffer(), part.asBuffer());
  }

  @Test
  void wrapWhenPartIsOutsideTheArrayThenRefused() {
    assertThrows(IndexOutOfBoundsException.class, () -> Bytes.wrap(new byte[3], 1, 3));
  }

  @Test
  void writeWhenPartOfAnArrayThenOnlyThatPart() {
    Bytes part = Bytes.wrap(new byte[] {9, 1, 2, 3, 9}, 1, 3);
    ByteBuffer target = ByteBuffer.allocate(5);

    assertEquals(3, part.write(0, target));
    assertEquals(1, part.write(2, target));
    assertEquals(0, part.write(3, target));
    assertEquals(0, part.write(4, target));

    assertArrayEquals(new byte[] {1, 2, 3, 3, 0}, target.array());
  }

  @Test
  void asBufferWhenWrittenThenRefused() {
    ByteBuffer buffer = bytes.asBuffer();

    assertThrows(ReadOnlyBufferException.class, () -> buffer.put(0, (byte) 9));
    assertEquals(3, buffer.remaining());
  }

  @Test
  void writeWhenThereIsRoomForSomeThenAtThePosition() {
    ByteBuffer target = ByteBuffer.allocate(3).put((byte) 7);

    assertEquals(2, bytes.write(1, target));
    assertEquals(0, bytes.write(0, target));

    assertArrayEquals(new byte[] {7, 2, 3}, target.array());
  }

  @Test
  void toStringThenOnlyTheLength() {
    assertEquals("3 bytes", bytes.toString());
  }
}
