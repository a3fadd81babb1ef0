package io.holdfast.sessions.explore;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one Tomcat sends to one node; nothing is answered before the play says so. */
final class Connection implements NodeStore {

  private final SimulatedTomcat tomcat;
  private final boolean isInOneStep;
  private final Consumer<Operation<?>> wire;

  Connection(SimulatedTomcat tomcat, boolean isInOneStep, Consumer<Operation<?>> wire) {
    this.tomcat = tomcat;
    this.isInOneStep = isInOneStep;
    this.wire = wire;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>send(
        Operation.Verb.LOAD, key, () -> "load " + key, store -> store.load(key));
  }

  /** Small values are sent, and compared here; so are all on nodes that compare in one step. */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (!known.isWorthComparing() || known.isProbablyOld()) {
      return NodeStore.super.loadPairIfChanged(key, besideKey, known);
    }
    CompletableFuture<@Nullable StoredValue> there =
        this.<@Nullable StoredValue>send(
            Operation.Verb.LOAD,
            key,
            () -> "compare the version of " + key,
            store -> store.load(key));
    CompletableFuture<@Nullable StoredValue> beside =
        load(besideKey).exceptionally(failure -> null);
    return there.thenCombine(
        beside,
        (value, noted) -> {
          if (value == null) {
            return new PairAnswer.Read(new StoredPair(null, noted));
          }
          return value.version() == known.version()
              ? new PairAnswer.Unchanged(known.version(), noted)
              : new PairAnswer.Changed();
        });
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    boolean removes = timeToLive.equals(TimeToLive.OVER);
    return send(
        removes ? Operation.Verb.REMOVE : Operation.Verb.STORE,
        key,
        () ->
            (removes ? "remove " : "write ")
                + Contents.text(key, value.toByteArray())
                + condition(condition),
        store -> store.store(key, value, timeToLive, condition));
  }

  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    if (!isInOneStep) {
      return NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    CompletableFuture<WriteResult> answer =
        this.send(
                Operation.Verb.LEASE,
                key,
                () -> "write " + Contents.text(key, value) + condition(condition) + ", and read",
                store -> Step.of(store, key, value, timeToLive, condition, behind))
            .thenApply(
                step -> {
                  if (behind != null && step.found() != null) {
                    behind.succeed(step.found());
                  } else if (behind != null) {
                    behind.fail(new IllegalStateException("refused"));
                  }
                  return step.result();
                });
    return answer.whenComplete(
        (after, failure) -> {
          if (failure != null && behind != null) {
            behind.fail(failure);
          }
        });
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return isInOneStep;
  }

  /** What a node has done in one step; nothing is found where it has read nothing. */
  record Step(WriteResult result, @Nullable String recordKey, @Nullable PairAnswer found) {

    private static CompletableFuture<Step> of(
        NodeStore store,
        String key,
        byte[] value,
        TimeToLive timeToLive,
        WriteCondition condition,
        @Nullable ReadBehind behind) {
      ReadBehind read =
          behind == null ? null : new ReadBehind(behind.key(), behind.besideKey(), behind.known());
      WriteResult result = store.storeThenRead(key, value, timeToLive, condition, read).join();
      PairAnswer found =
          read == null ? null : read.found().handle((answer, failure) -> answer).join();
      return CompletableFuture.completedFuture(
          new Step(result, read == null ? null : read.key(), found));
    }
  }

  private static String condition(WriteCondition condition) {
    return condition instanceof WriteCondition.IfAbsent
        ? " if nothing is there"
        : condition instanceof WriteCondition.Always ? " in any case" : " over what was read";
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return send(
        Operation.Verb.RENEW,
        key,
        () -> "renew the version of " + key,
        store -> store.renewVersion(key));
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return send(
        Operation.Verb.RENEW,
        key,
        () -> "renew the version of " + key + " over what is known",
        store -> store.renewVersion(key, known));
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return !isInOneStep;
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return send(
        Operation.Verb.RENEW, key, () -> "append to " + key, store -> store.append(key, more));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return send(
        Operation.Verb.TOUCH, key, () -> "touch " + key, store -> store.touch(key, timeToLive));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(Operation.Verb.REMOVE, key, () -> "delete " + key, store -> store.delete(key));
  }

  @Override
  public void close() {}

  private <T extends @Nullable Object> CompletableFuture<T> send(
      Operation.Verb verb,
      String key,
      Supplier<String> text,
      Function<NodeStore, CompletableFuture<T>> action) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    wire.accept(new Operation<>(tomcat.nextOperationId(), verb, key, text, action, answer));
    return answer;
  }
}
