package io.holdfast.core.storage;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One Tomcat's connection to a node, on which nothing happens until the test says so: operations
 * are carried out one by one, in the order in which they were sent.
 */
final class SteppedLine implements NodeStore {

  private final NodeStore node;
  private final Deque<Sent<?>> sent = new ArrayDeque<>();

  SteppedLine(NodeStore node) {
    this.node = node;
  }

  boolean isIdle() {
    return sent.isEmpty();
  }

  /** Carries out the next operation and answers it. */
  void step() {
    sent.remove().carryOut();
  }

  /** The connection is lost; the node carries out what it has read, and its answers are lost. */
  void cut(int read) {
    Deque<Sent<?>> lost = new ArrayDeque<>(sent);
    sent.clear();
    for (int i = 0; i < read && i < lost.size(); i++) {
      var unused = lost.stream().skip(i).findFirst().orElseThrow().operation.get();
    }
    lost.forEach(Sent::fail);
  }

  /** The Tomcat is killed; nothing more is sent and nothing answered. */
  void kill() {
    sent.clear();
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>send(() -> node.load(key));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return send(() -> node.store(key, value, timeToLive, condition));
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return send(() -> node.renewVersion(key));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return send(() -> node.append(key, more));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return send(() -> node.touch(key, timeToLive));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(() -> node.delete(key));
  }

  @Override
  public void close() {
    sent.clear();
  }

  private <T extends @Nullable Object> CompletableFuture<T> send(
      Supplier<CompletableFuture<T>> operation) {
    Sent<T> one = new Sent<>(operation, new CompletableFuture<>());
    sent.add(one);
    return one.answer;
  }

  private record Sent<T extends @Nullable Object>(
      Supplier<CompletableFuture<T>> operation, CompletableFuture<T> answer) {

    void carryOut() {
      answer.complete(operation.get().join());
    }

    void fail() {
      answer.completeExceptionally(
          new StoreException(Reason.UNAVAILABLE, "n1", "cut by the test", null));
    }
  }
}
