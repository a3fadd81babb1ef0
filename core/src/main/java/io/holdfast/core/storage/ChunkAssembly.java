package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import org.jspecify.annotations.Nullable;

/** Assembles a value from its chunks; allocates it only when the first chunk has come. */
final class ChunkAssembly {

  private final ChunkManifest head;
  private byte @Nullable [] value;

  ChunkAssembly(ChunkManifest head) {
    this.head = head;
  }

  /** Adds a chunk; false if its size is wrong. */
  synchronized boolean put(int part, byte[] bytes) {
    if (bytes.length != head.lengthOf(part)) {
      return false;
    }
    byte[] target = value;
    if (target == null) {
      target = new byte[head.total()];
      value = target;
    }
    System.arraycopy(bytes, 0, target, head.offsetOf(part), bytes.length);
    return true;
  }

  /** The value after all chunks were added; null if it is not the one that was written. */
  synchronized byte @Nullable [] value() {
    byte[] whole = value;
    return whole != null && head.isSumOf(whole) ? whole : null;
  }
}
