package io.holdfast.core.storage.memcached;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The connection to a node, as a store uses it. */
interface LinkSource extends Deadlines.Reading {

  /**
   * The link: incomplete during the first attempt to connect, failed while there is none. A link
   * may have ended a moment ago; it lets operations fail.
   */
  CompletableFuture<NodeLink> current();

  /** The link, if there is one; null while there is none. */
  default @Nullable NodeLink now() {
    CompletableFuture<NodeLink> link = current();
    return link.isDone() && !link.isCompletedExceptionally() ? link.join() : null;
  }

  @Override
  default long begin() {
    NodeLink link = now();
    return link == null ? -1 : link.beginReading();
  }

  /** Uses the connection no longer. Does not wait. */
  void close();
}
