package io.holdfast.sessions.explore;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Passes everything on; what is to be done otherwise is overridden. */
public abstract class ForwardingStore implements NodeStore {

  private final NodeStore store;

  protected ForwardingStore(NodeStore store) {
    this.store = store;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return store.load(key);
  }

  @Override
  public final CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return store(key, value.toByteArray(), timeToLive, condition);
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    return store.store(key, value, timeToLive, condition);
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return store.renewVersion(key);
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return store.append(key, more);
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return store.touch(key, timeToLive);
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return store.delete(key);
  }

  @Override
  public void close() {
    store.close();
  }
}
