package io.holdfast.sessions.sticky;

import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The store of a node that does not answer loads: each fails at its deadline. */
final class SilentStore implements SessionStore {

  private final SessionStore store;
  private final Executor atDeadline;

  SilentStore(SessionStore store, Duration deadline) {
    this.store = store;
    this.atDeadline = CompletableFuture.delayedExecutor(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    CompletableFuture<@Nullable StoredValue> answer = new CompletableFuture<>();
    atDeadline.execute(
        () ->
            answer.completeExceptionally(
                new StoreException(Reason.TIMEOUT, "silent", "no answer", null)));
    return answer;
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
