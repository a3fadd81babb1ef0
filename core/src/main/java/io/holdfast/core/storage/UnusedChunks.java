package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Chunks that no manifest names or ever will: deleted at once, and if the node fails to, again when
 * it has answered another operation. Chunks beyond the bound expire.
 */
final class UnusedChunks {

  private static final int MAX_PENDING = 1_000;

  private final ChunkTransfer transfer;
  private final Queue<Parts> pending = new ArrayDeque<>();

  private record Parts(String key, ChunkManifest head) {}

  UnusedChunks(ChunkTransfer transfer) {
    this.transfer = transfer;
  }

  /** Deletes chunks; does not wait. */
  void delete(String key, ChunkManifest head) {
    var unused =
        transfer
            .delete(key, head)
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    postpone(new Parts(key, head));
                  }
                });
  }

  /** The node has answered: tries again to delete some that it did not delete. */
  void nodeAnswered() {
    Parts parts = poll();
    if (parts != null) {
      delete(parts.key, parts.head);
    }
  }

  private synchronized void postpone(Parts parts) {
    if (pending.size() < MAX_PENDING) {
      pending.add(parts);
    }
  }

  private synchronized @Nullable Parts poll() {
    return pending.poll();
  }
}
