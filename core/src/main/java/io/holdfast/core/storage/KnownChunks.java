package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The manifests that this Tomcat wrote or read last on one node, by key. Bounded: the least
 * recently used key is forgotten first.
 */
final class KnownChunks {

  private final int capacity;
  private final Map<String, ChunkManifest> heads = new LinkedHashMap<>(16, 0.75f, true);
  private boolean forgetful;

  KnownChunks(int capacity) {
    this.capacity = capacity;
  }

  /** Notes the manifest of a key, null for a value in one piece or none; returns the former one. */
  synchronized @Nullable ChunkManifest note(String key, @Nullable ChunkManifest head) {
    if (head == null) {
      return heads.remove(key);
    }
    ChunkManifest before = heads.put(key, head);
    if (heads.size() > capacity) {
      heads.remove(heads.keySet().iterator().next());
      forgetful = true;
    }
    return before;
  }

  /** The manifest of a key; null if none is known. */
  synchronized @Nullable ChunkManifest of(String key) {
    return heads.get(key);
  }

  /** Returns whether a manifest was ever forgotten: a key without one here may have chunks then. */
  synchronized boolean isForgetful() {
    return forgetful;
  }
}
