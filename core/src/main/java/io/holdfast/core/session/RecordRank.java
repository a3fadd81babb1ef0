package io.holdfast.core.session;

import java.util.Comparator;

/**
 * Tells which of two sticky records under one id is newer.
 *
 * <p>They may be of two sessions, one after the other: an id is used again where another
 * application of the client has it yet. Each session counts its versions from the beginning, so the
 * record of the session that was created later is newer, whatever the versions.
 *
 * <p>The versions of such records are counters. A Tomcat that could not ask every node goes on
 * uncertain: its records name the last certain version and count beside it. So a record that was
 * certainly stored after that version is newer, however far the uncertain ones count.
 *
 * @param creationTime of the session, milliseconds since the epoch
 * @param certain version of the last certain record
 * @param doubtful version of an uncertain record made from it; 0 for that record itself
 */
public record RecordRank(long creationTime, long certain, long doubtful)
    implements Comparable<RecordRank> {

  private static final Comparator<RecordRank> ORDER =
      Comparator.comparingLong(RecordRank::creationTime)
          .thenComparingLong(RecordRank::certain)
          .thenComparingLong(RecordRank::doubtful);

  /** The rank of a record. */
  public static RecordRank of(SessionSnapshot record) {
    return of(record.times().creationTime(), record.lineage());
  }

  /**
   * The rank of a record.
   *
   * @param creationTime of its session, milliseconds since the epoch
   */
  public static RecordRank of(long creationTime, VersionHistory lineage) {
    boolean isDoubtful = RecordVersion.isPlain(lineage.version()) && !lineage.before().isEmpty();
    return isDoubtful
        ? new RecordRank(creationTime, lineage.before().get(0), lineage.version())
        : new RecordRank(creationTime, lineage.version(), 0);
  }

  @Override
  public int compareTo(RecordRank other) {
    return ORDER.compare(this, other);
  }
}
