package io.holdfast.core.storage.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One command on its way over a {@link Wire}, and its answer. */
public interface WireCommand {

  /**
   * Begins to write it.
   *
   * @param unsentMillis how long it may have waited
   * @return false if it has waited for longer: it is not written, and has told its caller so
   */
  boolean begin(long unsentMillis);

  /**
   * Writes as much of it as there is room for, and at least something into an empty buffer.
   *
   * @param room an empty buffer in the heap of {@value Wire#LONGEST_LINE} bytes, to form a line in:
   *     {@code out} is in none, where each byte alone takes long
   * @return true if that was the last of it
   */
  boolean put(ByteBuffer out, ByteBuffer room);

  /**
   * Reads its answer, as far as that has come.
   *
   * @param data what has come; what belongs to the next answer stays in it
   * @return whether the answer has come as a whole
   * @throws IOException if the connection is of no use any more
   */
  boolean hear(ByteBuffer data) throws IOException;

  /** Moves as many bytes as there is room for; true if these were the last. */
  static boolean move(ByteBuffer bytes, ByteBuffer out) {
    int count = Math.min(bytes.remaining(), out.remaining());
    out.put(out.position(), bytes, bytes.position(), count);
    out.position(out.position() + count);
    bytes.position(bytes.position() + count);
    return !bytes.hasRemaining();
  }
}
