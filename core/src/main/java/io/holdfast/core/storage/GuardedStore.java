package io.holdfast.core.storage;

import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only asked while its node is available, and that tells the {@link
 * NodeHealthBoard} how each operation ended.
 *
 * <p>Only a missing answer counts against a node: an operation refused for its size, for being one
 * too many, or by the node itself proves nothing about the connection.
 */
public final class GuardedStore extends DecoratedStore {

  private final String nodeId;
  private final NodeHealthBoard.Watch watch;
  private final BiConsumer<@Nullable Object, @Nullable Throwable> report;

  public GuardedStore(String nodeId, NodeStore store, NodeHealthBoard board) {
    super(store);
    this.nodeId = nodeId;
    this.watch = board.watch(nodeId);
    this.report = (result, failure) -> report(failure); // one for all operations
  }

  @Override
  protected <T extends @Nullable Object> CompletableFuture<T> send(
      Function<NodeStore, CompletableFuture<T>> operation) {
    return watch.isAvailable()
        ? begin(operation).whenComplete(report)
        : CompletableFuture.failedFuture(
            new StoreException(Reason.UNAVAILABLE, nodeId, "did not answer lately", null));
  }

  /** No method of a store throws, also where there is no memory for an operation. */
  private <T extends @Nullable Object> CompletableFuture<T> begin(
      Function<NodeStore, CompletableFuture<T>> operation) {
    try {
      return super.send(operation);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Each operation that is not answered counts; of one step, what is read behind the write too. */
  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    if (behind == null || !storesThenReadsAtOnce()) {
      return super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    if (watch.isAvailable()) { // else nothing is sent
      var unused = behind.found().whenComplete(report);
    }
    return super.storeThenRead(key, value, timeToLive, condition, behind)
        .whenComplete(
            (after, failure) -> {
              if (failure != null) {
                behind.fail(failure);
              }
            });
  }

  private void report(@Nullable Throwable failure) {
    if (failure == null) {
      watch.succeeded();
      return;
    }
    Reason reason = StoreException.reasonOf(failure);
    if (reason == Reason.TIMEOUT || reason == Reason.UNAVAILABLE) {
      watch.failed(StoreException.descriptionOf(failure));
    }
  }
}
