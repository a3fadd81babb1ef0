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

  /** The bytes that are to be written next; the wire advances their position. */
  ByteBuffer bytes();

  /**
   * Notes that these bytes are written.
   *
   * @return false if {@link #bytes()} has more: a large value need not be copied behind its command
   */
  default boolean written() {
    return true;
  }

  /**
   * Reads its answer, as far as that has come.
   *
   * @param data what has come; what belongs to the next answer stays in it
   * @return whether the answer has come as a whole
   * @throws IOException if the connection is of no use any more
   */
  boolean hear(ByteBuffer data) throws IOException;
}
