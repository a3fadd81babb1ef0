package io.holdfast.core.storage.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What a {@link Wire} sends bytes over: the connection itself, or TLS over it. Never blocks. */
public interface Line {

  /**
   * Reads what has come.
   *
   * @param into its remaining room is filled as far as possible
   * @return whether more may have come
   * @throws IOException if the connection is lost or closed
   */
  boolean read(ByteBuffer into) throws IOException;

  /**
   * Writes as much as the connection takes.
   *
   * @return whether everything was written, of earlier calls too
   * @throws IOException if the connection is lost
   */
  boolean write(ByteBuffer from) throws IOException;

  /** Closes the connection. */
  void close() throws IOException;
}
