package io.holdfast.core.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.Checksum;

/** An immutable sequence of bytes, compared by content. */
public final class Bytes {

  public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

  private final byte[] array;
  private final int start;
  private final int length;

  /** Reads bytes where they are. */
  @FunctionalInterface
  public interface Reader<T> {

    /** Reads {@code length} bytes from {@code start}; neither changes nor keeps the array. */
    T read(byte[] array, int start, int length);
  }

  private Bytes(byte[] array, int start, int length) {
    this.array = array;
    this.start = start;
    this.length = length;
  }

  /** Wraps an array that the caller does not use any more. */
  public static Bytes wrap(byte[] content) {
    return wrap(content, 0, content.length);
  }

  /**
   * Wraps a part of an array that is not changed any more. It keeps the whole array, so the part
   * should be most of it.
   */
  public static Bytes wrap(byte[] array, int start, int length) {
    Objects.checkFromIndexSize(start, length, array.length);
    return length == 0 ? EMPTY : new Bytes(array, start, length);
  }

  public int length() {
    return length;
  }

  public boolean isEmpty() {
    return length == 0;
  }

  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, start, start + length);
  }

  /** Lends the bytes themselves to a reader, for as long as it runs. */
  public <T> T lendTo(Reader<T> reader) {
    return reader.read(array, start, length);
  }

  /** Adds the bytes to the digest, without copying them. */
  public void digestWith(MessageDigest digest) {
    digest.update(array, start, length);
  }

  /** Adds the bytes to the checksum. */
  public void addTo(Checksum checksum) {
    checksum.update(array, start, length);
  }

  /** A view that cannot be written through. */
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(array, start, length).slice().asReadOnlyBuffer();
  }

  /** Writes as many bytes as there is room for, without the first ones; returns how many. */
  public int write(int from, ByteBuffer target) {
    int count = Math.min(length - from, target.remaining());
    if (count <= 0) {
      return 0;
    }
    target.put(array, start + from, count);
    return count;
  }

  /** Returns whether these are the bytes in a part of an array. */
  public boolean areIn(byte[] other, int from, int count) {
    return Arrays.equals(array, start, start + length, other, from, from + count);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && areIn(that.array, that.start, that.length);
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(array, start, length).hashCode();
  }

  @Override
  public String toString() {
    return length + " bytes";
  }
}
