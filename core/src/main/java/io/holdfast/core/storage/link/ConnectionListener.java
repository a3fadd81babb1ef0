package io.holdfast.core.storage.link;

import io.holdfast.core.storage.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Is told of the connection to one node, and how each operation of a store ends. Calls come on the
 * client's thread or on a timer; they must be brief and must not throw.
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

  /**
   * An operation on a key has ended; its caller is told next. Not called for operations without a
   * key.
   *
   * @param key which it was about
   * @param started when it began, by {@link System#nanoTime()}
   * @param failure why the node has not done it; null if it has
   */
  default void ended(String key, long started, @Nullable StoreException failure) {}
}
