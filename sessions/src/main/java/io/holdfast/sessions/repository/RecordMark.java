package io.holdfast.sessions.repository;

import io.holdfast.core.session.VersionHistory;
import org.jspecify.annotations.Nullable;

/**
 * The part of a record or tombstone that decides which of two replaces the other.
 *
 * @param lineage of the record; of a tombstone only the version
 * @param creationTime of the session, milliseconds since the epoch; tells sessions with the same id
 *     apart
 * @param isEnd whether it is a tombstone
 * @param covered of the tombstone of a former id: what the session includes under its new id, so
 *     that it replaces nothing else; null if it replaces anything
 */
record RecordMark(
    VersionHistory lineage, long creationTime, boolean isEnd, @Nullable VersionHistory covered) {

  RecordMark(VersionHistory lineage, long creationTime, boolean isEnd) {
    this(lineage, creationTime, isEnd, null);
  }

  /** How a record relates to another one under the same key. */
  enum RecordRelation {
    /** It is the same record. */
    SAME,
    /** It replaces the other. */
    REPLACES,
    /** The other replaces it. */
    GIVES_WAY,
    /** They are concurrent: each has changes that the other has not. */
    CROSSES
  }

  long version() {
    return lineage.version();
  }

  /**
   * The tombstone of a session replaces any record, whatever its version; that of a former id only
   * what the session includes under its new one.
   */
  RecordRelation to(RecordMark other) {
    if (version() == other.version()) {
      return RecordRelation.SAME;
    }
    if (creationTime != other.creationTime || (isEnd && other.isEnd)) {
      return version() > other.version() ? RecordRelation.REPLACES : RecordRelation.GIVES_WAY;
    }
    if (isEnd) {
      return covered == null || covered.includes(other.lineage)
          ? RecordRelation.REPLACES
          : RecordRelation.CROSSES;
    }
    if (other.isEnd) {
      return RecordRelation.GIVES_WAY;
    }
    if (other.lineage.includes(lineage)) {
      return RecordRelation.GIVES_WAY;
    }
    return lineage.includes(other.lineage) ? RecordRelation.REPLACES : RecordRelation.CROSSES;
  }
}
