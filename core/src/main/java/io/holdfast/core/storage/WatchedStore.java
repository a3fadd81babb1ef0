package io.holdfast.core.storage;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts what its node refuses, such as for want of memory, and tells the operator, at
 * most once a minute: a node that answers in this way is not lost, so nobody else would notice.
 */
public final class WatchedStore implements SessionStore {

  private static final System.Logger LOG = System.getLogger(WatchedStore.class.getName());
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final SessionStore store;
  private final SessionMetrics metrics;
  private final InstantSource clock;
  private @Nullable Instant lastLine;
  private long untold;

  /**
   * Creates the decorator.
   *
   * @param store where operations go; closed with this one
   * @param metrics counts refusals
   * @param clock tells when to write the next line
   */
  public WatchedStore(SessionStore store, SessionMetrics metrics, InstantSource clock) {
    this.store = store;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return store.load(key).whenComplete((found, failure) -> watch(failure));
  }

  @Override
  public CompletableFuture<StoredPair> loadPair(String key, String besideKey) {
    return store.loadPair(key, besideKey).whenComplete((found, failure) -> watch(failure));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    return store
        .store(key, value, timeToLive, condition)
        .whenComplete((result, failure) -> watch(failure));
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return store.renewVersion(key).whenComplete((found, failure) -> watch(failure));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return store.touch(key, timeToLive).whenComplete((found, failure) -> watch(failure));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return store.delete(key).whenComplete((found, failure) -> watch(failure));
  }

  @Override
  public void close() {
    store.close();
  }

  private void watch(@Nullable Throwable failure) {
    if (failure != null && StoreException.reasonOf(failure) == Reason.REFUSED) {
      metrics.increment(Metric.NODE_REFUSALS);
      tell(failure);
    }
  }

  private void tell(Throwable refusal) {
    long others;
    synchronized (this) {
      Instant now = clock.instant();
      if (lastLine != null && now.isBefore(lastLine.plus(BETWEEN_LINES))) {
        untold++;
        return;
      }
      lastLine = now;
      others = untold;
      untold = 0;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}. What a node refuses is stored on another one, or stays in this Tomcat. {1} more since"
            + " the last message.",
        refusal.getMessage(),
        String.valueOf(others));
  }
}
