package io.holdfast.sessions.explore;

import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.WriteResult;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One node: carries out operations one after the other. */
final class SimulatedNode {

  final String id;
  private final InstantSource clock;
  private final FaultyStore store;

  /** For each key what its value comes from. */
  private final Map<String, Long> sources = new TreeMap<>();

  /** Whether it answers anybody. */
  boolean isUp = true;

  SimulatedNode(String id, InstantSource clock) {
    this.id = id;
    this.clock = clock;
    this.store = new FaultyStore(id, clock);
    store.storeThenReadInOneStep(); // where it is asked so
  }

  /** An answer and the digest of everything that it tells. */
  record Answer<T>(T value, long digest) {}

  <T> Answer<T> carryOut(Operation<T> operation) {
    T value = operation.action().apply(store).join();
    String key = operation.key();
    if (operation.verb() == Operation.Verb.LOAD) {
      return new Answer<>(value, value == null ? 0 : sources.getOrDefault(key, 0L));
    }
    if (value instanceof Connection.Step step) {
      return new Answer<>(value, noted(step, key, Digest.of(operation.id(), clock.millis())));
    }
    boolean isStored = value instanceof WriteResult written && written.isStored();
    if (isStored || Boolean.TRUE.equals(value)) {
      long source = Digest.of(operation.id(), clock.millis());
      switch (operation.verb()) {
        case STORE, RENEW, LEASE -> sources.put(key, source);
        case TOUCH -> sources.computeIfPresent(key, (k, before) -> Digest.of(before, source));
        case LOAD, REMOVE -> sources.remove(key);
      }
    }
    long told = isStored ? sources.getOrDefault(key, 0L) : Digest.of(String.valueOf(value));
    return new Answer<>(value, told);
  }

  private long noted(Connection.Step step, String key, long source) {
    if (!step.result().isStored()) {
      return sources.getOrDefault(key, 0L);
    }
    sources.put(key, source);
    boolean isEmpty = step.found() instanceof PairAnswer.Read read && read.pair().value() == null;
    if (step.found() == null || isEmpty || step.recordKey() == null) {
      return source;
    }
    long read = sources.getOrDefault(step.recordKey(), 0L);
    sources.put(step.recordKey(), Digest.of(read, source));
    return Digest.of(source, read);
  }

  /** Forgets everything, as a process that ends. */
  void die() {
    isUp = false;
    sources.clear();
    store.wipe();
  }

  /** Forgets what lies under a key. */
  void evict(String key) {
    sources.remove(key);
    var unused = store.delete(key).join();
  }

  /** What lies under a key now; null if nothing does. */
  byte @Nullable [] peek(String key) {
    StoredValue value = store.load(key).join();
    return value == null ? null : value.bytes();
  }

  long fingerprint() {
    long digest = isUp ? 1 : 2;
    for (Map.Entry<String, Long> source : sources.entrySet()) {
      digest = Digest.of(digest, Digest.of(source.getKey()), source.getValue());
    }
    return digest;
  }
}
