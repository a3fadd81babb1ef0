package io.holdfast.core.repository;

import io.holdfast.core.session.VersionHistory;
import org.jspecify.annotations.Nullable;

/**
 * What of a record or tombstone tells which of two has to give way to the other.
 *
 * @param lineage of the record; of a tombstone only the version
 * @param creationTime of the session, milliseconds since the epoch: another session with the same
 *     id has another one
 * @param isEnd whether it is a tombstone
 * @param covered of the tombstone of a former id: what the session has under its new one, so that
 *     nothing else is replaced; null if it takes the place of anything
 */
record RecordMark(
    VersionHistory lineage, long creationTime, boolean isEnd, @Nullable VersionHistory covered) {

  RecordMark(VersionHistory lineage, long creationTime, boolean isEnd) {
    this(lineage, creationTime, isEnd, null);
  }

  /** How a record stands to another one under the same key. */
  enum LeaseState {
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

  /**
   * The end of a session is final, whatever was counted elsewhere; that of a former id only for
   * what goes on under the new one.
   */
  LeaseState to(RecordMark other) {
    if (version() == other.version()) {
      return LeaseState.SAME;
    }
    if (creationTime != other.creationTime || (isEnd && other.isEnd)) {
      return version() > other.version() ? LeaseState.REPLACES : LeaseState.GIVES_WAY;
    }
    if (isEnd) {
      return covered == null || covered.includes(other.lineage)
          ? LeaseState.REPLACES
          : LeaseState.CROSSES;
    }
    if (other.isEnd) {
      return LeaseState.GIVES_WAY;
    }
    if (other.lineage.includes(lineage)) {
      return LeaseState.GIVES_WAY;
    }
    return lineage.includes(other.lineage) ? LeaseState.REPLACES : LeaseState.CROSSES;
  }
}
