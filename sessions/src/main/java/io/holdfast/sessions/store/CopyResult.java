package io.holdfast.sessions.store;

/**
 * The outcome of the copies of a record, of one node or the worst of several; from best to worst.
 */
public enum CopyResult {
  /** The node holds this record now, or finds it too large, as it will the next time. */
  CURRENT,
  /** The node does not answer, or refuses it. */
  SILENT,
  /** The node holds a later record already. */
  SUPERSEDED,
  /** The node holds a concurrent record. */
  DIVERGED;

  /** Returns whether nothing is left to do, as far as these nodes answer. */
  public boolean isComplete() {
    return this == CURRENT || this == SUPERSEDED;
  }

  CopyResult or(CopyResult other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
