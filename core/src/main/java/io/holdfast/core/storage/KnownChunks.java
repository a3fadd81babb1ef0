package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this Tomcat knows of the values in parts that lie on one node: the head that it wrote or
 * read last under a key. Bounded: the key that was used least lately is forgotten first.
 */
final class KnownChunks {

  private final int capacity;
  private final Map<String, ChunkManifest> heads = new LinkedHashMap<>(16, 0.75f, true);
  private boolean forgetful;

  KnownChunks(int capacity) {
    this.capacity = capacity;
  }

  /** Notes what lies under a key, null for a value in one piece or none; returns what did. */
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

  /** The head under a key; null if none is known. */
  synchronized @Nullable ChunkManifest of(String key) {
    return heads.get(key);
  }

  /**
   * Whether anything was ever forgotten, so that a key of which nothing is known may have parts.
   */
  synchronized boolean isForgetful() {
    return forgetful;
  }
}
