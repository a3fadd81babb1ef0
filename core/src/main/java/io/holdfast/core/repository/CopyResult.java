package io.holdfast.core.repository;

/** What became of one copy of a record; the later one here is the worse. */
enum CopyResult {
  /** The node holds this record now. */
  CURRENT,
  /** The node does not answer, or refuses it. */
  SILENT,
  /** The node holds a later record already. */
  SUPERSEDED,
  /** The node holds a record that was written without knowledge of this one. */
  DIVERGED;

  CopyResult or(CopyResult other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
