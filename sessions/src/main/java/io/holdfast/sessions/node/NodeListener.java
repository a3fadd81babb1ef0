package io.holdfast.sessions.node;

import io.holdfast.core.routing.NodeStateListener;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Is told what happens to nodes and to the connections to them. */
public interface NodeListener extends NodeStateListener {

  /** A connection was made again before the node counted as lost: the node may be empty. */
  void reconnected(String nodeId);

  /**
   * The list of nodes changed; sessions are to be stored where they belong now.
   *
   * @param gone ids of nodes that are not in the list any more, or stand for another node now
   * @return completes when no session waits for that any more
   */
  CompletableFuture<Void> nodesChanged(Set<String> gone);

  /** A node that left the list is asked for nothing any more. */
  void nodeLeft(String nodeId);
}
