package io.holdfast.core.storage.link;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The connection to a node, as a store uses it. */
public interface LinkSource<L extends Link> extends Deadlines.Reading {

  /**
   * The link: incomplete during the first attempt to connect, failed while there is none. A link
   * may have ended a moment ago; it lets operations fail.
   */
  CompletableFuture<L> current();

  /** The same for the server that has a key, where a node is several servers. */
  default CompletableFuture<L> current(String key) {
    return current();
  }

  /** The link, if there is one; null while there is none. */
  default @Nullable L now() {
    CompletableFuture<L> link = current();
    return link.isDone() && !link.isCompletedExceptionally() ? link.join() : null;
  }

  @Override
  default long begin() {
    L link = now();
    return link == null ? -1 : link.beginReading();
  }

  /** Uses the connection no longer. Does not wait. */
  void close();
}
