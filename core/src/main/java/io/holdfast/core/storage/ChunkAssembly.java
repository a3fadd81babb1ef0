package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import org.jspecify.annotations.Nullable;

/** A value that is put together from its parts; takes memory only when the first one has come. */
final class ChunkAssembly {

  private final ChunkManifest head;
  private byte @Nullable [] value;

  ChunkAssembly(ChunkManifest head) {
    this.head = head;
  }

  /** Takes a part in; false if it has not the size that it should have. */
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

  /** The value of which all parts were put; null if it is not the one that was written. */
  synchronized byte @Nullable [] value() {
    byte[] whole = value;
    return whole != null && head.isSumOf(whole) ? whole : null;
  }
}
