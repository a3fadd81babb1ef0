package io.holdfast.core.storage;

import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.ReadBehind.AfterWrite;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only asked while its node is available, and that tells the {@link
 * NodeHealthBoard} how each operation ended.
 *
 * <p>Only a missing answer counts against a node: an operation refused for its size, for being one
 * too many, or by the node itself proves nothing about the connection.
 */
public final class GuardedStore implements NodeStore {

  private final String nodeId;
  private final NodeStore store;
  private final NodeHealthBoard.Watch watch;

  /**
   * Creates the decorator.
   *
   * @param nodeId the node of the store, known to the board
   * @param store where operations go; closed with this one
   * @param board its watch over the node is asked before and told after each operation
   */
  public GuardedStore(String nodeId, NodeStore store, NodeHealthBoard board) {
    this.nodeId = nodeId;
    this.store = store;
    this.watch = board.watch(nodeId);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return guard(() -> store.load(key));
  }

  @Override
  public CompletableFuture<StoredPair> loadPair(String key, String besideKey) {
    return guard(() -> store.loadPair(key, besideKey));
  }

  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(String key, String besideKey, long known) {
    return guard(() -> store.loadPairIfChanged(key, besideKey, known));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    return guard(() -> store.store(key, value, timeToLive, condition));
  }

  /** Several commands are guarded one by one: each that is not answered counts. */
  @Override
  public CompletableFuture<AfterWrite> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    if (!storesThenReadsAtOnce()) {
      return NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    return guard(
            () -> {
              if (behind != null) {
                var unused = behind.found().whenComplete((found, failure) -> report(failure));
              }
              return store.storeThenRead(key, value, timeToLive, condition, behind);
            })
        .whenComplete(
            (after, failure) -> {
              if (failure != null && behind != null) {
                behind.fail(failure);
              }
            });
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return store.storesThenReadsAtOnce();
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return guard(() -> store.renewVersion(key));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return guard(() -> store.append(key, more));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return guard(() -> store.touch(key, timeToLive));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return guard(() -> store.delete(key));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return store.together(sends);
  }

  /** Tells the board nothing: not every node answers this. */
  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return store.figures();
  }

  @Override
  public void close() {
    store.close();
  }

  private <T extends @Nullable Object> CompletableFuture<T> guard(
      Supplier<CompletableFuture<T>> operation) {
    if (!watch.isAvailable()) {
      return CompletableFuture.failedFuture(
          new StoreException(Reason.UNAVAILABLE, nodeId, "did not answer lately", null));
    }
    return begin(operation).whenComplete((result, failure) -> report(failure));
  }

  /** No method of a store throws, also where there is no memory for an operation. */
  private static <T extends @Nullable Object> CompletableFuture<T> begin(
      Supplier<CompletableFuture<T>> operation) {
    try {
      return operation.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
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
