package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A value on its way to nodes: bytes in one array, with others between them that stay where they
 * are. So the attributes of a session, which are most of its record, are copied only to a socket.
 * Nothing of it changes.
 */
public final class ValueParts {

  private final byte[] fields;
  private final int fieldBytes;
  private final List<Content> contents;
  private final int length;

  /** All of it, where that was asked for: several nodes may need it. */
  private volatile byte @Nullable [] whole;

  /** Bytes that follow this many bytes of the fields. */
  record Content(int behind, Bytes bytes) {}

  /** The first bytes of the fields, and the contents between them. */
  ValueParts(byte[] fields, int fieldBytes, List<Content> contents, int length) {
    this.fields = fields;
    this.fieldBytes = fieldBytes;
    this.contents = contents;
    this.length = length;
    this.whole = contents.isEmpty() && fields.length == length ? fields : null;
  }

  /**
   * A value in one part.
   *
   * @param whole not changed any more
   */
  public static ValueParts of(byte[] whole) {
    return new ValueParts(whole, whole.length, List.of(), whole.length);
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** All of it in one array, which is not to be changed. */
  public byte[] toByteArray() {
    byte[] all = whole;
    if (all == null) {
      all = new byte[length];
      int unused = write(0, ByteBuffer.wrap(all));
      whole = all;
    }
    return all;
  }

  /**
   * Writes as much as there is room for.
   *
   * @param from the place of the first byte that is to be written
   * @return the place behind the last byte that was written
   */
  public int write(int from, ByteBuffer target) {
    int written = from;
    int start = 0; // of the part, in the value
    int at = 0; // in the fields
    for (int i = 0; i < contents.size(); i++) {
      Content content = contents.get(i);
      int count = content.behind - at;
      written += put(fields, at, count, written - start, target);
      start += count;
      at = content.behind;
      written += content.bytes.write(written - start, target);
      start += content.bytes.length();
    }
    return written + put(fields, at, fieldBytes - at, written - start, target);
  }

  /** The CRC32C of all bytes. */
  int checksum() {
    CRC32C checksum = new CRC32C();
    int at = 0;
    for (int i = 0; i < contents.size(); i++) {
      Content content = contents.get(i);
      checksum.update(fields, at, content.behind - at);
      at = content.behind;
      content.bytes.addTo(checksum);
    }
    checksum.update(fields, at, fieldBytes - at);
    return (int) checksum.getValue();
  }

  /** Writes those of {@code count} bytes that follow the first {@code skipped}; how many? */
  private static int put(byte[] array, int start, int count, int skipped, ByteBuffer target) {
    int put = Math.min(count - skipped, target.remaining());
    if (put <= 0) {
      return 0;
    }
    target.put(array, start + skipped, put);
    return put;
  }
}
