package io.holdfast.sessions.store;

import io.holdfast.core.storage.SealedStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.WriteCondition;
import org.jspecify.annotations.Nullable;

/**
 * What a node held under a session's key when it was asked. Each session in memory has one for each
 * copy.
 *
 * @param nodeId the node
 * @param storeVersion the node's own version of the value, for compare-and-set; 0 if there is none
 * @param mark of the record or tombstone; null if there is none, or none that can be read
 * @param incomplete the bytes of a record that no Tomcat can read, since the node has evicted some
 *     of its chunks; 0 if that is not so; {@link #NEWER_KEY} if only other Tomcats can read it
 */
public record NodeHolding(
    String nodeId, long storeVersion, @Nullable RecordMark mark, int incomplete) {

  /** In the place of bytes: other Tomcats, which have a newer key file, can read the record. */
  private static final int NEWER_KEY = -1;

  NodeHolding(String nodeId, long storeVersion, @Nullable RecordMark mark) {
    this(nodeId, storeVersion, mark, 0);
  }

  static NodeHolding nothingOn(String nodeId) {
    return new NodeHolding(nodeId, 0, null);
  }

  /** What was read that is no record, or not here as a whole. */
  static NodeHolding unreadable(String nodeId, StoredValue found, int incomplete) {
    int missing = SealedStore.isOfNewerKey(found) ? NEWER_KEY : incomplete;
    return new NodeHolding(nodeId, found.version(), null, missing);
  }

  /** Returns whether only other Tomcats can read it, which have a newer key file. */
  boolean isOfNewerKey() {
    return incomplete == NEWER_KEY;
  }

  /**
   * Returns whether this value must not be written there: what others have answered would be gone.
   */
  boolean forbids(VersionedValue value) {
    return isOfNewerKey() && !value.mark().isEnd();
  }

  boolean isEmpty() {
    return storeVersion == 0;
  }

  /** For a write that replaces just this. */
  WriteCondition condition() {
    return isEmpty() ? WriteCondition.ifAbsent() : WriteCondition.ifVersion(storeVersion);
  }
}
