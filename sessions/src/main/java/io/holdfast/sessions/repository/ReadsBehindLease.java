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

  /** It may have been written between renewal and read. */
  private static final int ATTEMPTS = 2;

  private static final String NOT_RENEWED = "the node did not renew the version of the record";

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

  /** Returns whether these are reads of this record. */
  boolean areOf(String recordKey) {
    return key.equals(recordKey);
  }

  /**
   * Renews the version of a record and reads it, so that earlier readers can no longer replace it.
   * Fails if a record is there and its version is not renewed: memcached gives the same answer for
   * a missing key and for a lack of memory.
   */
  static CompletableFuture<StoredPair> fenced(SessionStore store, String key, String accessKey) {
    return fenced(store, key, accessKey, ATTEMPTS);
  }

  private static CompletableFuture<StoredPair> fenced(
      SessionStore store, String key, String accessKey, int attempts) {
    return store
        .together(
            () ->
                store
                    .renewVersion(key)
                    .thenCombine(store.loadPair(key, accessKey), FencedRead::new))
        .thenCompose(
            read -> {
              if (read.isRenewed || read.found.value() == null) {
                return CompletableFuture.completedFuture(read.found);
              }
              return attempts > 1
                  ? fenced(store, key, accessKey, attempts - 1)
                  : CompletableFuture.failedFuture(new IllegalStateException(NOT_RENEWED));
            });
  }

  /** What a node has answered. */
  private record FencedRead(boolean isRenewed, StoredPair found) {}
}
