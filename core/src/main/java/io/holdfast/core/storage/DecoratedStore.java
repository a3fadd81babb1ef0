package io.holdfast.core.storage;

import io.holdfast.core.record.ValueParts;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes each operation on to another store of the same node. A decorator overrides {@link #send}
 * for what concerns all operations on keys, or single ones.
 */
public abstract class DecoratedStore implements NodeStore {

  /** Where operations go; closed with this one. */
  protected final NodeStore store;

  protected DecoratedStore(NodeStore store) {
    this.store = store;
  }

  /** The store of the node itself, below all that decorates it. */
  public static NodeStore innermost(NodeStore decorated) {
    NodeStore inner = decorated;
    while (inner instanceof DecoratedStore outer) {
      inner = outer.store;
    }
    return inner;
  }

  /** Has the other store carry out an operation. */
  protected <T extends @Nullable Object> CompletableFuture<T> send(
      Function<NodeStore, CompletableFuture<T>> operation) {
    return operation.apply(store);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return send(next -> next.load(key));
  }

  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    return send(next -> next.loadPairIfChanged(key, besideKey, known));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return send(next -> next.store(key, value, timeToLive, condition));
  }

  /** Several operations are sent one by one. */
  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    return storesThenReadsAtOnce()
        ? send(next -> next.storeThenRead(key, value, timeToLive, condition, behind))
        : NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return store.storesThenReadsAtOnce();
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return send(next -> next.renewVersion(key));
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return send(next -> next.renewVersion(key, known));
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return store.comparesBeforeRenewal(key);
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return send(next -> next.append(key, more));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return send(next -> next.touch(key, timeToLive));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(next -> next.delete(key));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return store.together(sends);
  }

  /** Not by {@link #send}: it concerns no session, and not every node answers it. */
  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return store.figures();
  }

  @Override
  public void close() {
    store.close();
  }
}
