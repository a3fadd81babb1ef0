package io.holdfast.core.node;

import io.holdfast.core.routing.NodeStateListener;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Hears what happens to nodes and to the connections to them. */
public interface NodeListener extends NodeStateListener {

  /** A connection was made again before anybody noticed that it was gone: the node may be empty. */
  void reconnected(String nodeId);

  /**
   * The nodes are others than before; sessions are to be stored where they belong now.
   *
   * @param gone ids of nodes that are not in the list any more, or stand for another node now
   * @return completes when no session waits for that any more
   */
  CompletableFuture<Void> nodesChanged(Set<String> gone);

  /** Nobody asks a node any more that is not in the list. */
  void nodeLeft(String nodeId);
}
