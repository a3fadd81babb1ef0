package io.holdfast.sessions.repository;

import io.holdfast.core.storage.SealedStore;
import io.holdfast.core.storage.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * What a node held under a session's key when it was asked.
 *
 * @param nodeId the node
 * @param storeVersion the node's own version of the value, for compare-and-set; 0 if there is none
 * @param mark of the record or tombstone; null if there is none, or none that can be read
 * @param incomplete the bytes of a record that no Tomcat can read, since the node has evicted some
 *     of its chunks; 0 if that is not so
 * @param isOfNewerKey whether only other Tomcats can read it, which have a newer key file
 */
public record NodeHolding(
    String nodeId,
    long storeVersion,
    @Nullable RecordMark mark,
    int incomplete,
    boolean isOfNewerKey) {

  NodeHolding(String nodeId, long storeVersion, @Nullable RecordMark mark) {
    this(nodeId, storeVersion, mark, 0, false);
  }

  static NodeHolding nothingOn(String nodeId) {
    return new NodeHolding(nodeId, 0, null);
  }

  /** What was read that is no record. */
  static NodeHolding unreadable(String nodeId, StoredValue found) {
    return new NodeHolding(nodeId, found.version(), null, 0, SealedStore.isOfNewerKey(found));
  }

  /** Whether this value must not be written there: what others have answered would be gone. */
  boolean forbids(VersionedValue value) {
    return isOfNewerKey && !value.mark().isEnd();
  }

  boolean isEmpty() {
    return storeVersion == 0;
  }
}
