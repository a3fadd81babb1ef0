package io.holdfast.core.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/** An immutable sequence of bytes, compared by content. */
public final class Bytes {

  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Takes over an array that its giver does not use any more. */
  public static Bytes wrap(byte[] content) {
    return content.length == 0 ? EMPTY : new Bytes(content);
  }

  /** The number of bytes. */
  public int length() {
    return content.length;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return content.length == 0;
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return content.clone();
  }

  /**
   * Lends the bytes themselves to a reader, for as long as it runs.
   *
   * @param reader neither changes the bytes nor keeps them
   */
  public <T> T lendTo(Function<byte[], T> reader) {
    return reader.apply(content);
  }

  /** A view that cannot be written through. */
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(content).asReadOnlyBuffer();
  }

  /** Writes the bytes at the buffer's position. */
  public void writeTo(ByteBuffer target) {
    target.put(content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return content.length + " bytes";
  }
}
