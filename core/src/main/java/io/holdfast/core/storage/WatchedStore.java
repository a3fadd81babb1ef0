package io.holdfast.core.storage;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store that measures how long a node's operations take, and counts those that the node refuses,
 * for example when its memory is full. It warns of refusals at most once a minute. The health board
 * does not: a node that refuses counts as available.
 */
public final class WatchedStore extends DecoratedStore {

  private static final System.Logger LOG = Loggers.of(WatchedStore.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final String nodeId;
  private final SessionMetrics metrics;
  private final OccasionalLine line;

  public WatchedStore(String nodeId, NodeStore store, SessionMetrics metrics, InstantSource clock) {
    super(store);
    this.nodeId = nodeId;
    this.metrics = metrics;
    this.line = new OccasionalLine(BETWEEN_LINES, clock);
  }

  @Override
  protected <T extends @Nullable Object> CompletableFuture<T> send(
      Function<NodeStore, CompletableFuture<T>> operation) {
    long started = metrics.started();
    return super.send(operation).whenComplete((result, failure) -> watch(failure, started));
  }

  private void watch(@Nullable Throwable failure, long started) {
    Reason reason = failure == null ? null : StoreException.reasonOf(failure);
    if (failure == null || reason == Reason.REFUSED || reason == Reason.TIMEOUT) {
      metrics.nodeAnswered(nodeId, started); // of others nothing may have been sent
    }
    if (reason == Reason.TIMEOUT || reason == Reason.UNAVAILABLE) {
      metrics.nodeFailed(nodeId);
    }
    if (failure != null && reason == Reason.REFUSED) {
      metrics.nodeRefused(nodeId);
    }
    if (failure != null && (reason == Reason.REFUSED || reason == Reason.TOO_LARGE)) {
      tell(failure);
    }
  }

  private void tell(Throwable refusal) {
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
