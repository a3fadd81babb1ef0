package io.holdfast.serializer.jdk;

import java.io.InputStream;
import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;

/**
 * The bytes of a stream of JDK serialization, in memory. A filter of the stream is told that it
 * refers back to an object, and not to which: {@link #insertLastReference} lets the stream read the
 * reference once more.
 *
 * <p>A stream reads a tag, which says what comes next, as a single byte, and all else in pieces but
 * the types and flags of a descriptor. So two single bytes in a row are the tag of an object and
 * that of its class, whatever bytes the values of fields have.
 */
public final class StreamBytes extends InputStream {

  private static final byte[] NONE = new byte[0];
  private static final int NOWHERE = -1;

  private final byte[] bytes;
  private final int end;
  private int next;
  private byte[] inserted = NONE;
  private int nextInserted;
  private boolean isInserted;
  private int tagAt = NOWHERE;
  private int tagBefore = NOWHERE;
  private int superclassAt = NOWHERE;

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

  /**
   * Returns whether a class is to be described where the stream has just read a tag: behind the tag
   * of an object, an array, an enum constant or a class, and as the superclass of a class.
   */
  boolean isDescriptorWanted() {
    return tagAt != NOWHERE
        && (tagAt == superclassAt
            || (tagBefore != NOWHERE && tagBefore == tagAt - 1 && hasClass(bytes[tagBefore])));
  }

  private static boolean hasClass(byte tag) {
    return switch (tag) {
      case ObjectStreamConstants.TC_OBJECT,
          ObjectStreamConstants.TC_ARRAY,
          ObjectStreamConstants.TC_ENUM,
          ObjectStreamConstants.TC_CLASS ->
          true;
      default -> false;
    };
  }

  /**
   * Passes no annotation of a class, which no stream of ours has: the superclass is to follow.
   *
   * @throws StreamCorruptedException if there is an annotation
   */
  void expectSuperclass() throws StreamCorruptedException {
    if (next >= end || bytes[next] != ObjectStreamConstants.TC_ENDBLOCKDATA) {
      throw new StreamCorruptedException("a class with an annotation");
    }
    superclassAt = next + 1;
  }

  /** Returns whether the stream has just read a reference, and nothing behind it. */
  boolean isBehindReference() {
    return tagAt != NOWHERE
        && tagAt == next - 1 - Integer.BYTES
        && bytes[tagAt] == ObjectStreamConstants.TC_REFERENCE;
  }

  /** The number of the object to which the reference refers that was just read. */
  int referenced() {
    return ByteBuffer.wrap(bytes).getInt(tagAt + 1) - ObjectStreamConstants.baseWireHandle;
  }

  /**
   * Checks the description of a class that follows.
   *
   * @throws StreamCorruptedException if objects of the class have their data without an end, so
   *     that a class reads single bytes of them: streams have been without since 1998
   */
  void checkDescriptor() throws StreamCorruptedException {
    ByteBuffer description = ByteBuffer.wrap(bytes, next, end - next).slice();
    if (description.remaining() < Short.BYTES) {
      return; // which the stream finds out itself
    }
    int flagsAt = Short.BYTES + Short.toUnsignedInt(description.getShort()) + Long.BYTES;
    if (flagsAt < description.limit()) {
      int flags = description.get(flagsAt);
      if ((flags & ObjectStreamConstants.SC_EXTERNALIZABLE) != 0
          && (flags & ObjectStreamConstants.SC_BLOCK_DATA) == 0) {
        throw new StreamCorruptedException("external data without an end");
      }
    }
  }

  @Override
  public int read() {
    if (nextInserted < inserted.length) {
      return inserted[nextInserted++] & 0xff;
    }
    if (next >= end) {
      return -1;
    }
    tagBefore = tagAt;
    tagAt = next;
    return bytes[next++] & 0xff;
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
