package io.holdfast.core.storage.link;

/**
 * Is told of the connection to one node. Calls come on the client's thread; they must be brief and
 * must not throw.
 */
public interface ConnectionListener {

  /**
   * There is a connection, for the first time or after {@link #disconnected}. It does not prove
   * that the node answers, and the node may have lost what it held.
   */
  default void connected(String nodeId) {}

  /**
   * There is no connection; also after a first attempt that failed.
   *
   * @param reason for an operator, such as {@code connection refused}; without user name and
   *     password
   */
  default void disconnected(String nodeId, String reason) {}
}
