package io.holdfast.core.storage;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** In place of the stores of nodes that are not found yet: each operation fails at once. */
public final class NoNodeStore implements NodeStore {

  private final String nodeId;

  public NoNodeStore(String nodeId) {
    this.nodeId = nodeId;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>failed();
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return failed();
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return failed();
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return failed();
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return failed();
  }

  /** Does nothing. */
  @Override
  public void close() {}

  private <T extends @Nullable Object> CompletableFuture<T> failed() {
    return CompletableFuture.failedFuture(
        new StoreException(Reason.UNAVAILABLE, nodeId, "no node is found yet", null));
  }
}
