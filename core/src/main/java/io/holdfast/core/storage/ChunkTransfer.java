package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.session.StorageKeys;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Writes, reads and deletes the chunks of a value, a few at a time. */
final class ChunkTransfer {

  /** How many operations without a value are under way at once. */
  private static final int AT_ONCE = 64;

  private static final int MAX_PENDING = 1_000;

  private final NodeStore store;
  private final int bytesAtOnce;

  /** Those that the node failed to delete. */
  private final Queue<Chunks> undeleted = new ArrayDeque<>();

  private record Chunks(String key, ChunkManifest head) {}

  ChunkTransfer(NodeStore store, int bytesAtOnce) {
    this.store = store;
    this.bytesAtOnce = bytesAtOnce;
  }

  /** Writes all chunks; the result is true. */
  CompletableFuture<Boolean> write(
      String key, ChunkManifest head, byte[] value, TimeToLive timeToLive) {
    return Window.run(
        head.count(),
        width(head),
        part -> {
          int start = head.offsetOf(part);
          byte[] bytes = Arrays.copyOfRange(value, start, start + head.lengthOf(part));
          return store
              .store(keyOf(key, head, part), bytes, timeToLive, WriteCondition.always())
              .thenApply(WriteResult::isStored);
        });
  }

  /** Reads all chunks; null if one is missing or does not fit the manifest. */
  CompletableFuture<byte @Nullable []> read(String key, ChunkManifest head) {
    Assembly assembly = new Assembly(head);
    return Window.run(
            head.count(),
            width(head),
            part ->
                store
                    .load(keyOf(key, head, part))
                    .thenApply(found -> found != null && assembly.put(part, found.bytes())))
        .thenApply(all -> all ? assembly.value() : null);
  }

  /** Extends the time to live of all chunks; the result is whether all were there. */
  CompletableFuture<Boolean> touch(String key, ChunkManifest head, TimeToLive timeToLive) {
    return Window.run(
        head.count(), AT_ONCE, part -> store.touch(keyOf(key, head, part), timeToLive));
  }

  /**
   * Deletes chunks that no manifest names or ever will; does not wait. If the node fails to, they
   * are deleted when it has answered another operation. Chunks beyond the bound expire.
   */
  void delete(String key, ChunkManifest head) {
    var unused =
        Window.run(
                head.count(),
                AT_ONCE,
                part -> store.delete(keyOf(key, head, part)).thenApply(wasThere -> true))
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    postpone(new Chunks(key, head));
                  }
                });
  }

  /** The node has answered: tries again to delete some that it did not delete. */
  void nodeAnswered() {
    Chunks chunks = poll();
    if (chunks != null) {
      delete(chunks.key, chunks.head);
    }
  }

  private synchronized void postpone(Chunks chunks) {
    if (undeleted.size() < MAX_PENDING) {
      undeleted.add(chunks);
    }
  }

  private synchronized @Nullable Chunks poll() {
    return undeleted.poll();
  }

  private int width(ChunkManifest head) {
    return Math.max(1, Math.min(AT_ONCE, bytesAtOnce / head.partLength()));
  }

  /** Puts chunks together, into an array that is made only when the first of them has come. */
  private static final class Assembly {

    private final ChunkManifest head;
    private byte @Nullable [] value;

    Assembly(ChunkManifest head) {
      this.head = head;
    }

    /** Adds a chunk; false if its size is wrong. */
    synchronized boolean put(int part, byte[] bytes) {
      if (bytes.length != head.lengthOf(part)) {
        return false;
      }
      byte[] target = value == null ? new byte[head.total()] : value;
      value = target;
      System.arraycopy(bytes, 0, target, head.offsetOf(part), bytes.length);
      return true;
    }

    /** The value after all chunks were added; null if it is not the one that was written. */
    synchronized byte @Nullable [] value() {
      byte[] whole = value;
      return whole != null && head.isSumOf(whole) ? whole : null;
    }
  }

  private static String keyOf(String key, ChunkManifest head, int part) {
    return StorageKeys.partKeyOf(key, head.set(), part);
  }
}
