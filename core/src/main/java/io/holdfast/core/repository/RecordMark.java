package io.holdfast.core.repository;

import io.holdfast.core.session.Lineage;

/**
 * What of a record or tombstone tells which of two has to give way to the other.
 *
 * @param lineage of the record; of a tombstone only the version
 * @param creationTime of the session, milliseconds since the epoch: another session with the same
 *     id has another one
 * @param isEnd whether it is a tombstone
 */
record RecordMark(Lineage lineage, long creationTime, boolean isEnd) {

  /** How a record stands to another one under the same key. */
  enum Standing {
    /** It is the same record. */
    SAME,
    /** It takes the other's place. */
    REPLACES,
    /** The other takes its place. */
    GIVES_WAY,
    /** Each has changes that the other has not. */
    CROSSES
  }

  long version() {
    return lineage.version();
  }

  /** The end of a session is final, whatever was counted elsewhere. */
  Standing to(RecordMark other) {
    if (version() == other.version()) {
      return Standing.SAME;
    }
    if (creationTime != other.creationTime || (isEnd && other.isEnd)) {
      return version() > other.version() ? Standing.REPLACES : Standing.GIVES_WAY;
    }
    if (isEnd || other.isEnd) {
      return isEnd ? Standing.REPLACES : Standing.GIVES_WAY;
    }
    if (other.lineage.includes(lineage)) {
      return Standing.GIVES_WAY;
    }
    return lineage.includes(other.lineage) ? Standing.REPLACES : Standing.CROSSES;
  }
}
