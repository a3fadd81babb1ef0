package io.holdfast.core.storage;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.WriteCondition.Always;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The twin of one memcached node for tests: same contract, a clock of the test's own, faults on
 * demand.
 */
public final class InMemoryStore implements NodeStore {

  private record Entry(StoredValue value, @Nullable Instant expiry) {}

  private record Waiting(CompletableFuture<?> answer, Runnable operation) {}

  private final String nodeId;
  private final InstantSource clock;
  private final Map<String, Entry> entries = new HashMap<>();
  private final List<String> operations = new ArrayList<>();
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private long lastVersion;
  private boolean reportsVersions = true;
  private boolean inOneStep;
  private boolean frozen;
  private boolean closed;
  private @Nullable Reason fault;
  private @Nullable NodeFigures memory;
  private Consumer<String> beforeStore = key -> {};
  private Runnable beforeLoad = () -> {};

  public InMemoryStore(String nodeId, InstantSource clock) {
    this.nodeId = nodeId;
    this.clock = clock;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    beforeLoad.run();
    return run("load", key, () -> read(key));
  }

  private @Nullable StoredValue read(String key) {
    Entry entry = live(key);
    return entry == null
        ? null
        : new StoredValue(entry.value.bytes().clone(), entry.value.version());
  }

  /** Two operations, as all pairs here; without a second step where one is not worth it. */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (!known.isWorthComparing() || known.isProbablyOld()) {
      return NodeStore.super.loadPairIfChanged(key, besideKey, known);
    }
    beforeLoad.run();
    CompletableFuture<PairAnswer> compared =
        run(
            "compare",
            key,
            () -> {
              Entry entry = live(key);
              if (entry == null) {
                return new PairAnswer.Read(new StoredPair(null, null));
              }
              return entry.value.version() == known.version()
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
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    byte[] copy = value.clone();
    beforeStore.accept(key);
    return run("store", key, () -> write(key, copy, timeToLive, condition));
  }

  private WriteResult write(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    if (!holds(condition, live(key))) {
      return WriteResult.CONFLICT;
    }
    entries.put(key, new Entry(new StoredValue(value, ++lastVersion), expiry(timeToLive)));
    return reportsVersions ? WriteResult.stored(lastVersion) : WriteResult.STORED;
  }

  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    if (!inOneStep) {
      return NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    byte[] copy = value.clone();
    beforeStore.accept(key);
    CompletableFuture<WriteResult> answer =
        run(
            "store-then-read",
            key,
            () -> {
              WriteResult result = write(key, copy, timeToLive, condition);
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
    Entry before = live(behind.key());
    KnownValue known = behind.known();
    renew(behind.key());
    return before != null && known != null && before.value.version() == known.version()
        ? new PairAnswer.Unchanged(lastVersion, read(behind.besideKey()))
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
    return run("renew", key, () -> renew(key));
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return run(
        "renew-known",
        key,
        () -> {
          Entry entry = live(key);
          return entry != null && entry.value.version() == known.version() && renew(key)
              ? WriteResult.stored(lastVersion)
              : WriteResult.CONFLICT;
        });
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    return true;
  }

  private boolean renew(String key) {
    Entry entry = live(key);
    if (entry != null) {
      StoredValue renewed = new StoredValue(entry.value.bytes(), ++lastVersion);
      entries.put(key, new Entry(renewed, entry.expiry));
    }
    return entry != null;
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return run(
        "append",
        key,
        () -> {
          Entry entry = live(key);
          if (entry != null) {
            byte[] before = entry.value.bytes();
            byte[] all = Arrays.copyOf(before, before.length + more.length);
            System.arraycopy(more, 0, all, before.length, more.length);
            entries.put(key, new Entry(new StoredValue(all, ++lastVersion), entry.expiry));
          }
          return entry != null;
        });
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return run(
        "touch",
        key,
        () -> {
          Entry entry = live(key);
          if (entry != null) {
            entries.put(key, new Entry(entry.value, expiry(timeToLive)));
          }
          return entry != null;
        });
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return run(
        "delete",
        key,
        () -> {
          boolean wasThere = live(key) != null;
          entries.remove(key);
          return wasThere;
        });
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return run("stats", "of-the-node", () -> memory);
  }

  @Override
  public synchronized void close() {
    closed = true;
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

  /** Whether it was closed. */
  public boolean isClosed() {
    return closed;
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

  /** Forgets all values, as a process that was started again. */
  public synchronized void wipe() {
    entries.clear();
  }

  /** The keys that are held and not expired, sorted. */
  public synchronized Set<String> keys() {
    Set<String> keys = new TreeSet<>(entries.keySet());
    keys.removeIf(key -> live(key) == null);
    return keys;
  }

  /** When the value expires; null if never or if there is none. */
  public synchronized @Nullable Instant expiryOf(String key) {
    Entry entry = live(key);
    return entry == null ? null : entry.expiry;
  }

  /** All operations that were asked for, each as verb, blank, key, in order. */
  public synchronized List<String> operations() {
    return List.copyOf(operations);
  }

  /** Forgets the list of operations. */
  public synchronized void clearOperations() {
    operations.clear();
  }

  private synchronized <T extends @Nullable Object> CompletableFuture<T> run(
      String verb, String key, Supplier<T> body) {
    operations.add(verb + " " + key);
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (!StoreKeys.isValid(key)) {
      answer.completeExceptionally(failure(Reason.REFUSED));
    } else if (closed) {
      answer.completeExceptionally(failure(Reason.UNAVAILABLE));
    } else if (fault != null) {
      answer.completeExceptionally(failure(fault));
    } else if (frozen) {
      waiting.add(new Waiting(answer, () -> answer.complete(body.get())));
    } else {
      answer.complete(body.get());
    }
    return answer;
  }

  private void failWaiting(Reason reason) {
    List.copyOf(waiting).forEach(w -> w.answer.completeExceptionally(failure(reason)));
  }

  private StoreException failure(Reason reason) {
    return new StoreException(reason, nodeId, "told to fail by the test", null);
  }

  private static boolean holds(WriteCondition condition, @Nullable Entry current) {
    if (condition instanceof IfAbsent) {
      return current == null;
    }
    if (condition instanceof IfVersion expected) {
      return current != null && current.value.version() == expected.version();
    }
    return condition instanceof Always;
  }

  private @Nullable Instant expiry(TimeToLive timeToLive) {
    return timeToLive.equals(TimeToLive.UNLIMITED)
        ? null
        : clock.instant().plusSeconds(Math.max(0, timeToLive.seconds()));
  }

  private @Nullable Entry live(String key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.expiry != null && !clock.instant().isBefore(entry.expiry)) {
      entries.remove(key);
      return null;
    }
    return entry;
  }
}
