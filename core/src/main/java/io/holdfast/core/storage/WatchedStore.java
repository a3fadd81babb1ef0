package io.holdfast.core.storage;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.ReadBehind.AfterWrite;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that measures how long a node's operations take, and counts those that the node refuses,
 * for example when its memory is full. It warns of refusals at most once a minute. The health board
 * does not: a node that refuses counts as available.
 */
public final class WatchedStore implements NodeStore {

  private static final System.Logger LOG = Loggers.of(WatchedStore.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final String nodeId;
  private final NodeStore store;
  private final SessionMetrics metrics;
  private final OccasionalLine line;

  /**
   * Creates the decorator.
   *
   * @param nodeId of the node
   * @param store where operations go; closed with this one
   * @param metrics counts refusals and takes times
   * @param clock tells when to write the next line
   */
  public WatchedStore(String nodeId, NodeStore store, SessionMetrics metrics, InstantSource clock) {
    this.nodeId = nodeId;
    this.store = store;
    this.metrics = metrics;
    this.line = new OccasionalLine(BETWEEN_LINES, clock);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    long started = metrics.started();
    return store.load(key).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<StoredPair> loadPair(String key, String besideKey) {
    long started = metrics.started();
    return store.loadPair(key, besideKey).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(String key, String besideKey, long known) {
    long started = metrics.started();
    return store
        .loadPairIfChanged(key, besideKey, known)
        .whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    long started = metrics.started();
    return store
        .store(key, value, timeToLive, condition)
        .whenComplete((result, failure) -> watch(failure, started));
  }

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
    long started = metrics.started();
    return store
        .storeThenRead(key, value, timeToLive, condition, behind)
        .whenComplete((after, failure) -> watch(failure, started));
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return store.storesThenReadsAtOnce();
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    long started = metrics.started();
    return store.renewVersion(key).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    long started = metrics.started();
    return store.append(key, more).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    long started = metrics.started();
    return store.touch(key, timeToLive).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    long started = metrics.started();
    return store.delete(key).whenComplete((found, failure) -> watch(failure, started));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return store.together(sends);
  }

  /** Neither timed nor counted: it concerns no session, and a node may refuse it. */
  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return store.figures();
  }

  @Override
  public void close() {
    store.close();
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
