package io.holdfast.core.storage;

import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store that is only asked while its node is available. None of its methods throws. */
public final class GuardedStore extends DecoratedStore {

  private final String nodeId;
  private final NodeHealthBoard.Watch watch;

  public GuardedStore(String nodeId, NodeStore store, NodeHealthBoard board) {
    super(store);
    this.nodeId = nodeId;
    this.watch = board.watch(nodeId);
  }

  @Override
  protected <T extends @Nullable Object> CompletableFuture<T> send(
      Function<NodeStore, CompletableFuture<T>> operation) {
    if (!watch.isAvailable()) {
      return CompletableFuture.failedFuture(
          new StoreException(Reason.UNAVAILABLE, nodeId, "did not answer lately", null));
    }
    try {
      return super.send(operation);
    } catch (RuntimeException | Error e) { // there is no memory for the operation, for example
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Where nothing is sent, what is read behind the write fails too. */
  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    CompletableFuture<WriteResult> stored =
        super.storeThenRead(key, value, timeToLive, condition, behind);
    return behind == null || !storesThenReadsAtOnce()
        ? stored
        : stored.whenComplete(
            (after, failure) -> {
              if (failure != null) {
                behind.fail(failure);
              }
            });
  }
}
