package io.holdfast.sessions.store;

import io.holdfast.core.routing.NodeStateListener;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Is told what happens to nodes and to the connections to them; does nothing of its own. */
public interface StoreListener extends NodeStateListener {

  /** A connection was made again before the node counted as lost: the node may be empty. */
  default void reconnected(String nodeId) {}

  /**
   * The list of nodes changed; sessions are to be stored where they belong now.
   *
   * @param gone ids of nodes that are not in the list any more, or stand for another node now
   * @return completes when no session waits for that any more
   */
  default CompletableFuture<Void> nodesChanged(Set<String> gone) {
    return CompletableFuture.completedFuture(null);
  }

  /** A node that left the list is asked for nothing any more. */
  default void nodeLeft(String nodeId) {}
}
