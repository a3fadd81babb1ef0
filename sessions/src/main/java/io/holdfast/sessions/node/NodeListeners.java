package io.holdfast.sessions.node;

import io.holdfast.core.metrics.SessionMetrics;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Passes what happens to nodes on to the log, to the counters and to one listener. The stores need
 * a listener before the one that stores sessions again can exist; what happens before that concerns
 * no session yet.
 */
public final class NodeListeners implements NodeListener {

  private volatile @Nullable NodeLog log;
  private volatile @Nullable NodeListener target;
  private final SessionMetrics metrics;

  /**
   * Creates it without log and listener.
   *
   * @param metrics keeps nothing of nodes that have left
   */
  public NodeListeners(SessionMetrics metrics) {
    this.metrics = metrics;
  }

  /** From now on nodes that are lost and return are logged. */
  public void logTo(NodeLog nodeLog) {
    log = nodeLog;
  }

  /** Passes what happens to nodes on to this listener from now on. */
  public void passTo(NodeListener listener) {
    target = listener;
  }

  @Override
  public void nodeLost(String nodeId) {
    NodeLog nodeLog = log;
    if (nodeLog != null) {
      nodeLog.lost(nodeId);
    }
    NodeListener news = target;
    if (news != null) {
      news.nodeLost(nodeId);
    }
  }

  @Override
  public void nodeReturned(String nodeId) {
    NodeLog nodeLog = log;
    if (nodeLog != null) {
      nodeLog.returned(nodeId);
    }
    NodeListener news = target;
    if (news != null) {
      news.nodeReturned(nodeId);
    }
  }

  @Override
  public void reconnected(String nodeId) {
    NodeListener news = target;
    if (news != null) {
      news.reconnected(nodeId);
    }
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    NodeListener news = target;
    return news == null ? CompletableFuture.completedFuture(null) : news.nodesChanged(gone);
  }

  @Override
  public void nodeLeft(String nodeId) {
    NodeLog nodeLog = log;
    if (nodeLog != null) {
      nodeLog.left(nodeId);
    }
    metrics.forgetNode(nodeId);
    NodeListener news = target;
    if (news != null) {
      news.nodeLeft(nodeId);
    }
  }
}
