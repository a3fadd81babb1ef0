package io.holdfast.core.storage.memory;

import io.holdfast.core.record.ValueParts;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The twin of one memcached node, in the memory of this process: the same contract, and an answer
 * at once, on the caller's thread.
 */
public class InMemoryStore implements NodeStore {

  private final String nodeId;
  private final InstantSource clock;
  private final HeldValues values;
  private volatile boolean closed;

  /** A node of its own, which is empty. */
  public InMemoryStore(String nodeId, InstantSource clock) {
    this(nodeId, clock, new HeldValues());
  }

  /** One that leads to these values, like others. */
  InMemoryStore(String nodeId, InstantSource clock, HeldValues values) {
    this.nodeId = nodeId;
    this.clock = clock;
    this.values = values;
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return perform("load", key, () -> read(key));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    byte[] copy = value.toByteArray().clone();
    return perform("store", key, () -> write(key, copy, timeToLive, condition));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return perform(
        "append",
        key,
        () -> {
          StoredValue before = held(key);
          if (before != null) {
            byte[] all = Arrays.copyOf(before.bytes(), before.bytes().length + more.length);
            System.arraycopy(more, 0, all, before.bytes().length, more.length);
            var unused = values.replace(key, all);
          }
          return before != null;
        });
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    return perform("touch", key, () -> values.touch(key, timeToLive, clock.millis()));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return perform("delete", key, () -> values.remove(key, clock.millis()));
  }

  @Override
  public void close() {
    closed = true;
  }

  // ---- for twins with faults ----

  /** Performs one operation; the body, under the lock of the node, is what it does. */
  protected <T extends @Nullable Object> CompletableFuture<T> perform(
      String verb, String key, Supplier<T> body) {
    if (closed) {
      return CompletableFuture.failedFuture(failure(Reason.UNAVAILABLE, "it is closed"));
    }
    if (!StorageKeys.isKey(key)) {
      return CompletableFuture.failedFuture(failure(Reason.REFUSED, "it is no key"));
    }
    return CompletableFuture.completedFuture(atOnce(body));
  }

  /** Returns what an operation does, while no other one is under way. */
  protected final <T extends @Nullable Object> T atOnce(Supplier<T> body) {
    synchronized (values) {
      return body.get();
    }
  }

  /** The failure of an operation on this node. */
  protected final StoreException failure(Reason reason, String why) {
    return new StoreException(reason, nodeId, why, null);
  }

  /** The value under a key, which no caller gets; to be called by the body of an operation. */
  protected final @Nullable StoredValue held(String key) {
    return values.get(key, clock.millis());
  }

  /** The same, for the caller of an operation. */
  protected final @Nullable StoredValue read(String key) {
    StoredValue value = held(key);
    return value == null ? null : new StoredValue(value.bytes().clone(), value.version());
  }

  /** Writes a value if the condition holds; to be called by the body of an operation. */
  protected final WriteResult write(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    return values.put(key, value, timeToLive, condition, clock.millis());
  }

  /** Gives a value a new version, and returns it; 0 if there is no value. */
  protected final long renew(String key) {
    StoredValue value = held(key);
    return value == null ? WriteResult.UNKNOWN : values.replace(key, value.bytes());
  }

  /** Forgets all values, as a process that was started again. */
  public void wipe() {
    synchronized (values) {
      values.clear();
    }
  }

  /** The keys that are held and not expired, sorted. */
  public Set<String> keys() {
    return atOnce(() -> values.keys(clock.millis()));
  }

  /** When the value expires; null if never or if there is none. */
  public @Nullable Instant expiryOf(String key) {
    Long end = this.<@Nullable Long>atOnce(() -> values.endOf(key, clock.millis()));
    return end == null ? null : Instant.ofEpochMilli(end);
  }

  /** Returns whether it was closed. */
  public boolean isClosed() {
    return closed;
  }
}
