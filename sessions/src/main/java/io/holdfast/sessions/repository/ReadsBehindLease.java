package io.holdfast.sessions.repository;

import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoredPair;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one session, each sent to a node right behind the question for the session's lease, in
 * one packet with it. A node carries out what comes over one connection in its order: where it has
 * granted the lease, it has read the record after that, and renewed its version in between.
 *
 * <p>Of use only if every node that was asked so has granted the lease by that very question. What
 * a node read that refused it may be out of date by the time it grants it.
 */
public final class ReadsBehindLease implements Consumer<SessionStore> {

  private final String key;
  private final String accessKey;
  private final Map<SessionStore, CompletableFuture<StoredPair>> answers =
      new ConcurrentHashMap<>();

  ReadsBehindLease(String key, String accessKey) {
    this.key = key;
    this.accessKey = accessKey;
  }

  /** Reads from this node, after all that was sent to it before; waits for nothing. */
  @Override
  public void accept(SessionStore store) {
    answers.put(store, fenced(store, key, accessKey));
  }

  /** What this node answers; null if it was not asked. */
  @Nullable CompletableFuture<StoredPair> from(SessionStore store) {
    return answers.get(store);
  }

  /** Whether these are reads of this record. */
  boolean areOf(String recordKey) {
    return key.equals(recordKey);
  }

  /** Renews the version of a record and reads it, so that nobody replaces what was read before. */
  static CompletableFuture<StoredPair> fenced(SessionStore store, String key, String accessKey) {
    return store.together(
        () -> {
          CompletableFuture<Boolean> renewed = store.renewVersion(key);
          return renewed.thenCombine(store.loadPair(key, accessKey), (done, found) -> found);
        });
  }
}
