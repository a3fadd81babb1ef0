package io.holdfast.sessions.store;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.RecordHeader;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import java.util.List;
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

  static RecordMark of(SessionSnapshot snapshot) {
    return new RecordMark(snapshot.lineage(), snapshot.times().creationTime(), false);
  }

  static RecordMark of(Tombstone tombstone) {
    return new RecordMark(
        new VersionHistory(tombstone.version(), List.of()),
        tombstone.creationTime(),
        true,
        tombstone.covered());
  }

  /**
   * The mark in the value of a session's key, whichever transcoder wrote it.
   *
   * @throws RecordException if no Tomcat can read the value
   */
  static RecordMark in(byte[] bytes) {
    if (Tombstone.isTombstone(bytes)) {
      return of(Tombstone.decode(bytes));
    }
    RecordHeader header = RecordCodec.peek(bytes);
    return new RecordMark(header.lineage(), header.times().creationTime(), false);
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

  /** Returns whether it is of this version of the record of the session created then. */
  boolean isOfRecord(long version, long created) {
    return !isEnd && version() == version && creationTime == created;
  }

  /**
   * Of two sessions the later one's replaces the other's, whatever their versions. Within a session
   * its tombstone replaces any record, whatever its version; that of a former id only what the
   * session includes under its new one.
   */
  RecordRelation to(RecordMark other) {
    return switch (SessionOrder.of(creationTime, other.creationTime)) {
      case EARLIER -> RecordRelation.GIVES_WAY;
      case SAME -> inSession(other);
      case LATER -> RecordRelation.REPLACES;
    };
  }

  private RecordRelation inSession(RecordMark other) {
    if (version() == other.version()) {
      return RecordRelation.SAME;
    }
    if (isEnd && other.isEnd) {
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
