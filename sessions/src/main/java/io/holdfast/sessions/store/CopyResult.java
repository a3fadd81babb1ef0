package io.holdfast.sessions.store;

/** The outcome of one copy of a record, from best to worst. */
enum CopyResult {
  /** The node holds this record now, or finds it too large, as it will the next time. */
  CURRENT,
  /** The node does not answer, or refuses it. */
  SILENT,
  /** The node holds a later record already. */
  SUPERSEDED,
  /** The node holds a concurrent record. */
  DIVERGED;

  CopyResult or(CopyResult other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
