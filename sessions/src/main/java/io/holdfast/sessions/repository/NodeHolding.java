package io.holdfast.sessions.repository;

import org.jspecify.annotations.Nullable;

/**
 * What a node held under a session's key when it was asked.
 *
 * @param nodeId the node
 * @param storeVersion the node's own version of the value, for compare-and-set; 0 if there is none
 * @param mark of the record or tombstone; null if there is none, or none that can be read
 * @param incomplete the bytes of a record that no Tomcat can read, since the node has evicted some
 *     of its chunks; 0 if that is not so
 */
record NodeHolding(String nodeId, long storeVersion, @Nullable RecordMark mark, int incomplete) {

  NodeHolding(String nodeId, long storeVersion, @Nullable RecordMark mark) {
    this(nodeId, storeVersion, mark, 0);
  }

  static NodeHolding nothingOn(String nodeId) {
    return new NodeHolding(nodeId, 0, null);
  }

  boolean isEmpty() {
    return storeVersion == 0;
  }
}
