package io.holdfast.core.storage;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.link.ConnectionListener;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A twin's store that tells how its operations end, as the client of a real node does. */
public final class TellingStore extends DecoratedStore {

  private final ConnectionListener listener;

  public TellingStore(NodeStore store, ConnectionListener listener) {
    super(store);
    this.listener = listener;
  }

  /** Tells a board and counters. */
  public static NodeStore telling(
      String nodeId,
      NodeStore store,
      NodeHealthBoard board,
      SessionMetrics metrics,
      InstantSource clock) {
    WatchedOperations operations = new WatchedOperations(nodeId, board, metrics, clock);
    return new TellingStore(
        store,
        new ConnectionListener() {
          @Override
          public void ended(String key, long started, @Nullable StoreException failure) {
            operations.ended(key, started, failure);
          }
        });
  }

  @Override
  protected <T extends @Nullable Object> CompletableFuture<T> send(
      Function<NodeStore, CompletableFuture<T>> operation) {
    long started = System.nanoTime();
    return super.send(operation)
        .whenComplete((result, failure) -> listener.ended("", started, causeOf(failure)));
  }

  private static @Nullable StoreException causeOf(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof StoreException store ? store : null;
  }
}
