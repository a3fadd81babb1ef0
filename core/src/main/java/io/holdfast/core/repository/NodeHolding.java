package io.holdfast.core.repository;

/**
 * What a node held under a session's key when it was asked.
 *
 * @param nodeId the node
 * @param storeVersion the node's own version of the value, for compare-and-set; 0 if there is none
 * @param recordVersion of the record or tombstone; 0 if there is none, or none that can be read
 */
record NodeHolding(String nodeId, long storeVersion, long recordVersion) {

  boolean isEmpty() {
    return storeVersion == 0;
  }
}
