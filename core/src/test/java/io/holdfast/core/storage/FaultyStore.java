package io.holdfast.core.storage;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The twin of one memcached node for tests, with faults on demand. */
public final class FaultyStore extends InMemoryStore {

  private record Waiting(CompletableFuture<?> answer, Runnable operation) {}

  private final List<String> operations = new ArrayList<>();
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private boolean reportsVersions = true;
  private boolean inOneStep;
  private boolean frozen;
  private @Nullable Reason fault;
  private @Nullable NodeFigures memory;
  private Consumer<String> beforeStore = key -> {};
  private Runnable beforeLoad = () -> {};

  public FaultyStore(String nodeId, InstantSource clock) {
    super(nodeId, clock);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    beforeLoad.run();
    return super.load(key);
  }

  /** Two operations, as all pairs here; without a second step where one is not worth it. */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (!known.isWorthComparing() || known.isProbablyOld()) {
      return super.loadPairIfChanged(key, besideKey, known);
    }
    beforeLoad.run();
    CompletableFuture<PairAnswer> compared =
        perform(
            "compare",
            key,
            () -> {
              StoredValue value = held(key);
              if (value == null) {
                return new PairAnswer.Read(new StoredPair(null, null));
              }
              return value.version() == known.version()
                  ? new PairAnswer.Unchanged(known.version(), null)
                  : new PairAnswer.Changed();
            });
    return compared.thenCombine(
        load(besideKey),
        (answer, beside) ->
            answer instanceof PairAnswer.Unchanged
                ? new PairAnswer.Unchanged(known.version(), beside)
                : answer instanceof PairAnswer.Read
                    ? new PairAnswer.Read(new StoredPair(null, beside))
                    : answer);
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    byte[] copy = value.toByteArray().clone();
    beforeStore.accept(key);
    return perform("store", key, () -> reported(write(key, copy, timeToLive, condition)));
  }

  private WriteResult reported(WriteResult result) {
    return result.isStored() && !reportsVersions ? WriteResult.STORED : result;
  }

  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    if (!inOneStep) {
      return super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    byte[] copy = value.clone();
    beforeStore.accept(key);
    CompletableFuture<WriteResult> answer =
        perform(
            "store-then-read",
            key,
            () -> {
              WriteResult result = reported(write(key, copy, timeToLive, condition));
              if (behind != null && result.isStored()) {
                behind.succeed(renewed(behind));
              } else if (behind != null) {
                behind.fail(failure(Reason.REFUSED));
              }
              return result;
            });
    if (behind != null) {
      var unused = answer.exceptionally(failed -> behindFails(behind, failed));
    }
    return answer;
  }

  private PairAnswer renewed(ReadBehind behind) {
    StoredValue before = held(behind.key());
    KnownValue known = behind.known();
    long version = renew(behind.key());
    return before != null && known != null && before.version() == known.version()
        ? new PairAnswer.Unchanged(version, read(behind.besideKey()))
        : new PairAnswer.Read(new StoredPair(read(behind.key()), read(behind.besideKey())));
  }

  private static @Nullable WriteResult behindFails(ReadBehind behind, Throwable failure) {
    behind.fail(failure);
    return null;
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return inOneStep;
  }

  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return perform("renew", key, () -> renew(key) != WriteResult.UNKNOWN);
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return perform(
        "renew-known",
        key,
        () -> {
          StoredValue value = held(key);
          return value != null && value.version() == known.version()
              ? WriteResult.stored(renew(key))
              : WriteResult.CONFLICT;
        });
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return true;
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return perform("stats", "of-the-node", () -> memory);
  }

  @Override
  public synchronized void close() {
    super.close();
    failWaiting(Reason.UNAVAILABLE);
  }

  /** From now on it says this of its memory; before, it has nothing to say. */
  public synchronized void sayOfMemory(NodeFigures said) {
    memory = said;
  }

  /** From now on writes do not tell the version that they make, as on an old memcached. */
  public synchronized void reportNoVersions() {
    reportsVersions = false;
  }

  /** From now on it writes a value, and reads behind that, in one step, as a script does. */
  public synchronized void storeThenReadInOneStep() {
    inOneStep = true;
  }

  /** From now on every operation fails at once for this reason. */
  public synchronized void failWith(Reason reason) {
    fault = reason;
  }

  /** Has something happen just before each write. */
  public synchronized void onStore(Runnable event) {
    beforeStore = key -> event.run();
  }

  /** Has something happen just before each write of this key. */
  public synchronized void onStoreOf(String watched, Runnable event) {
    beforeStore =
        key -> {
          if (key.equals(watched)) {
            event.run();
          }
        };
  }

  /** Has something happen just before each read. */
  public synchronized void onLoad(Runnable event) {
    beforeLoad = event;
  }

  /** Ends {@link #failWith}. */
  public synchronized void heal() {
    fault = null;
  }

  /** From now on no operation is carried out or answered, as by a stopped process. */
  public synchronized void freeze() {
    frozen = true;
  }

  /**
   * Fails what waits with TIMEOUT; as with a real node, {@link #thaw} carries it out all the same.
   */
  public synchronized void timeOut() {
    failWaiting(Reason.TIMEOUT);
  }

  /** Carries out what came in since {@link #freeze}, in order. */
  public synchronized void thaw() {
    frozen = false;
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      next.operation.run();
    }
  }

  /** All operations that were asked for, each as verb, blank, key, in order. */
  public synchronized List<String> operations() {
    return List.copyOf(operations);
  }

  /** Forgets the list of operations. */
  public synchronized void clearOperations() {
    operations.clear();
  }

  @Override
  protected synchronized <T extends @Nullable Object> CompletableFuture<T> perform(
      String verb, String key, Supplier<T> body) {
    operations.add(verb + " " + key);
    if (fault != null && StorageKeys.isKey(key) && !isClosed()) {
      return CompletableFuture.failedFuture(failure(fault));
    }
    if (!frozen || !StorageKeys.isKey(key) || isClosed()) {
      return super.perform(verb, key, body);
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    waiting.add(new Waiting(answer, () -> answer.complete(atOnce(body))));
    return answer;
  }

  private void failWaiting(Reason reason) {
    List.copyOf(waiting).forEach(w -> w.answer.completeExceptionally(failure(reason)));
  }

  private StoreException failure(Reason reason) {
    return failure(reason, "told to fail by the test");
  }
}
