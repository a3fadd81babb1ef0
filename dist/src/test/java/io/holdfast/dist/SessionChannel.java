package io.holdfast.dist;

/** A connection that has left HTTP, whose other end uses the session of its handshake. */
interface SessionChannel extends AutoCloseable {

  /**
   * Sends a line: {@code name=value} sets an attribute, {@code name=} removes it, {@code name} asks
   * for it.
   *
   * @return {@code done}, the value, or {@code ended} if the session has ended
   */
  String tell(String line);

  @Override
  void close();
}
