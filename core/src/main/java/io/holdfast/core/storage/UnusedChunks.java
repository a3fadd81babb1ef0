package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Parts that no head names and no head ever will: they are deleted at once, and where the node does
 * not do that, again when it has answered something else. Those that are too many end with their
 * time to live.
 */
final class UnusedChunks {

  private static final int MAX_PENDING = 1_000;

  private final ChunkTransfer transfer;
  private final Queue<Parts> pending = new ArrayDeque<>();

  private record Parts(String key, ChunkManifest head) {}

  UnusedChunks(ChunkTransfer transfer) {
    this.transfer = transfer;
  }

  /** Deletes parts; nobody waits for it. */
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
