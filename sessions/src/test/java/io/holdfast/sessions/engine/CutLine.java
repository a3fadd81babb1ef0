package io.holdfast.sessions.engine;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The line from one Tomcat to one node, which may be cut while others reach the node. */
public final class CutLine implements NodeStore {

  /** What happens on the line. */
  public enum State {
    WHOLE,
    /** Nothing gets through. */
    CUT,
    /** The node does as it is told, but its answers do not arrive. */
    MUTE,
    /** What is sent waits until the line is whole. */
    SLOW
  }

  private final NodeStore store;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private State state = State.WHOLE;

  /** How many answers still arrive before one is lost; less than 0 if none is to be lost. */
  private int answersLeft = -1;

  public CutLine(NodeStore store) {
    this.store = store;
  }

  public void become(State other) {
    state = other;
    while (isWhole() && !waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  /** Loses one answer on a line that is whole: that of the operation after so many others. */
  public void loseAnswerAfter(int operations) {
    answersLeft = operations;
  }

  public boolean isWhole() {
    return state == State.WHOLE;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return pass(() -> store.load(key));
  }

  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    return known.equals(KnownValue.NONE)
        ? NodeStore.super.loadPairIfChanged(key, besideKey, known)
        : pass(() -> store.loadPairIfChanged(key, besideKey, known));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    return pass(() -> store.store(key, value, timeToLive, condition));
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return pass(() -> store.renewVersion(key));
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return pass(() -> store.renewVersion(key, known));
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return store.comparesBeforeRenewal(key);
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return pass(() -> store.append(key, more));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return pass(() -> store.touch(key, timeToLive));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return pass(() -> store.delete(key));
  }

  @Override
  public void close() {
    store.close();
  }

  private <T extends @Nullable Object> CompletableFuture<T> pass(
      Supplier<CompletableFuture<T>> operation) {
    if (state == State.WHOLE && answersLeft-- != 0) {
      return operation.get();
    }
    if (state == State.SLOW) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      waiting.add(
          () -> {
            var unused =
                operation
                    .get()
                    .whenComplete(
                        (value, failure) -> {
                          if (failure == null) {
                            answer.complete(value);
                          } else {
                            answer.completeExceptionally(failure);
                          }
                        });
          });
      return answer;
    }
    if (state != State.CUT) {
      var unused = operation.get();
    }
    return CompletableFuture.failedFuture(
        new StoreException(Reason.TIMEOUT, "node", "the line is " + state, null));
  }
}
