package io.holdfast.core.flow;

import io.holdfast.core.log.Loggers;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Passes news of nodes on. The stores need somebody to tell before the one who listens can exist;
 * what happens before that concerns no session yet.
 */
final class NodeNewsRelay implements NodeNews {

  private static final System.Logger LOG = Loggers.of(NodeNewsRelay.class);

  private volatile @Nullable NodeNews target;

  /** From now on this one hears of nodes. */
  void passTo(NodeNews listener) {
    target = listener;
  }

  @Override
  public void nodeLost(String nodeId) {
    NodeNews news = target;
    if (news != null) {
      news.nodeLost(nodeId);
    } else {
      LOG.log(System.Logger.Level.WARNING, "memcached node {0} does not answer", nodeId);
    }
  }

  @Override
  public void nodeReturned(String nodeId) {
    NodeNews news = target;
    if (news != null) {
      news.nodeReturned(nodeId);
    }
  }

  @Override
  public void reconnected(String nodeId) {
    NodeNews news = target;
    if (news != null) {
      news.reconnected(nodeId);
    }
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    NodeNews news = target;
    return news == null ? CompletableFuture.completedFuture(null) : news.nodesChanged(gone);
  }

  @Override
  public void nodeLeft(String nodeId) {
    NodeNews news = target;
    if (news != null) {
      news.nodeLeft(nodeId);
    }
  }
}
