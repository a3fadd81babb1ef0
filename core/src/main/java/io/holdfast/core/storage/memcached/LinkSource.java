package io.holdfast.core.storage.memcached;

import java.util.concurrent.CompletableFuture;

/** The connection to a node, as a store uses it. */
interface LinkSource {

  /**
   * The link: incomplete during the first attempt to connect, failed while there is none. A link
   * may have ended a moment ago; it lets operations fail.
   */
  CompletableFuture<NodeLink> current();

  /** Uses the connection no longer. Does not wait. */
  void close();
}
