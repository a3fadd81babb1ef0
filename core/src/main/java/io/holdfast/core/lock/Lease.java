package io.holdfast.core.lock;

import io.holdfast.core.metrics.Metric;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A session's lease on its nodes, renewed until it is given back or lost.
 *
 * <p>It stands as long as it stands on one node: others who see one node less still meet it on the
 * other. A node on which it was lost is not taken again, so what is held was held all the time.
 */
final class Lease {

  private final List<NodeLease> nodes;
  private final LockTools tools;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Future<?> nextRenewal;

  /**
   * Creates the lease.
   *
   * @param nodes on which it is held, or may lie without being known to be
   * @param tools shared with other leases
   */
  Lease(List<NodeLease> nodes, LockTools tools) {
    this.nodes = List.copyOf(nodes);
    this.tools = tools;
  }

  /** Begins to renew. Without a timer, because everything stops, the lease ends with its time. */
  void keep() {
    if (!ended.get()) {
      nextRenewal = tools.later(tools.terms().renewal(), this::renew);
    }
  }

  /** Whether no node holds it for sure. */
  boolean isLost() {
    return nodes.stream().noneMatch(NodeLease::isHeld);
  }

  /** Stops renewing and removes it from its nodes. Never completes exceptionally. */
  CompletableFuture<Void> giveBack() {
    end();
    return CompletableFuture.allOf(
        nodes.stream().map(NodeLease::giveBack).toArray(CompletableFuture[]::new));
  }

  /** Nodes are not waited for: one that is silent must not keep the others from being renewed. */
  private void renew() {
    if (isLost()) {
      end();
      return;
    }
    for (NodeLease node : nodes) {
      if (node.isHeld()) {
        var unused = node.renew();
      }
    }
    keep();
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      if (isLost()) {
        tools.metrics().increment(Metric.LEASES_LOST);
      }
      Future<?> pending = nextRenewal;
      if (pending != null) {
        pending.cancel(false);
      }
    }
  }
}
