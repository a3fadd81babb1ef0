package io.holdfast.core.storage;

/** The result of a conditional write. */
public enum WriteResult {
  /** The value is stored. */
  STORED,
  /** The condition did not hold; the node's value is unchanged. */
  CONFLICT
}
