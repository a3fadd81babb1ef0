package io.holdfast.core.storage;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts how the operations of one node end and how long they take, and tells the {@link
 * NodeHealthBoard}. Warns of those that the node refuses, for example when its memory is full, at
 * most once a minute.
 *
 * <p>Only a missing answer counts against a node: an operation refused for its size, for being one
 * too many, or by the node itself proves nothing about the connection. The chunks of one value
 * count as one, since they leave together.
 */
public final class WatchedOperations {

  private static final System.Logger LOG = Loggers.of(WatchedOperations.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final String nodeId;
  private final NodeHealthBoard.Watch watch;
  private final SessionMetrics metrics;
  private final OccasionalLine line;
  private volatile @Nullable String lastSilentSet;

  /** Creates it for the node that has this id now. */
  public WatchedOperations(
      String nodeId, NodeHealthBoard board, SessionMetrics metrics, InstantSource clock) {
    this.nodeId = nodeId;
    this.watch = board.watch(nodeId);
    this.metrics = metrics;
    this.line = new OccasionalLine(BETWEEN_LINES, clock);
  }

  /**
   * An operation has ended.
   *
   * @param key which it was about
   * @param started when it began, by {@link System#nanoTime()}
   * @param failure null if the node has done it
   */
  public void ended(String key, long started, @Nullable StoreException failure) {
    if (StorageKeys.isRehearsal(key)) {
      return; // of an application that starts, to no effect
    }
    if (failure == null) {
      metrics.nodeAnswered(nodeId, started);
      watch.succeeded();
      return;
    }
    switch (failure.reason()) {
      case TIMEOUT, UNAVAILABLE -> {
        if (failure.reason() == Reason.TIMEOUT) {
          metrics.nodeAnswered(nodeId, started); // of others nothing may have been sent
        }
        metrics.nodeFailed(nodeId);
        String set = StorageKeys.setOfPart(key);
        if (set == null || !set.equals(lastSilentSet)) {
          watch.failed(StoreException.descriptionOf(failure));
        }
        lastSilentSet = set;
      }
      case REFUSED -> {
        metrics.nodeAnswered(nodeId, started);
        metrics.nodeRefused(nodeId);
        tell(failure);
      }
      case TOO_LARGE -> tell(failure);
      case BUSY, DROPPED -> {}
    }
  }

  private void tell(StoreException refusal) {
    long others = line.due();
    if (others < 0) {
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}. What a node refuses is stored on another one, or stays in this Tomcat. {1} more since"
            + " the last message.",
        refusal.getMessage(),
        String.valueOf(others));
  }
}
