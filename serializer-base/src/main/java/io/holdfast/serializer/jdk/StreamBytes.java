package io.holdfast.serializer.jdk;

import java.io.InputStream;
import java.io.ObjectStreamConstants;

/**
 * The bytes of a stream of JDK serialization, in memory. A filter of the stream is told that it
 * refers back to an object, and not to which: {@link #insertLastReference} lets the stream read the
 * reference once more.
 */
public final class StreamBytes extends InputStream {

  private static final byte[] NONE = new byte[0];

  private final byte[] bytes;
  private final int end;
  private int next;
  private byte[] inserted = NONE;
  private int nextInserted;
  private boolean isInserted;

  /** Starts at a byte of an array, which is not copied. */
  public StreamBytes(byte[] bytes, int start, int length) {
    this.bytes = bytes;
    this.next = start;
    this.end = start + length;
  }

  /** Has the reference read again whose last byte was the last one read. */
  void insertLastReference() {
    inserted = new byte[1 + Integer.BYTES];
    inserted[0] = ObjectStreamConstants.TC_REFERENCE;
    System.arraycopy(bytes, next - Integer.BYTES, inserted, 1, Integer.BYTES);
    nextInserted = 0;
    isInserted = true;
  }

  /** Goes on behind the reference. */
  void endInsertion() {
    inserted = NONE;
    nextInserted = 0;
    isInserted = false;
  }

  /** Returns whether a reference is read again. */
  boolean isInserted() {
    return isInserted;
  }

  @Override
  public int read() {
    if (nextInserted < inserted.length) {
      return inserted[nextInserted++] & 0xff;
    }
    return next < end ? bytes[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (nextInserted < inserted.length) {
      int count = Math.min(length, inserted.length - nextInserted);
      System.arraycopy(inserted, nextInserted, target, offset, count);
      nextInserted += count;
      return count;
    }
    if (length == 0) {
      return 0;
    }
    int count = Math.min(length, end - next);
    if (count <= 0) {
      return -1;
    }
    System.arraycopy(bytes, next, target, offset, count);
    next += count;
    return count;
  }

  @Override
  public long skip(long count) {
    int skipped = (int) Math.max(0, Math.min(count, end - next));
    next += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return end - next;
  }
}
