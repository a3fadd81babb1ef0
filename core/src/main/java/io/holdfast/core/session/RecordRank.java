package io.holdfast.core.session;

import java.util.Comparator;

/**
 * Tells which of two records of a session that one Tomcat at a time serves is the newer.
 *
 * <p>Such records are counted. A Tomcat that could not ask every node goes on in doubt: its records
 * name the last version that is certain and count beside it, so a record that was stored with
 * certainty after that version is the newer one, however far was counted in doubt.
 *
 * @param certain version of the last record that nobody doubts
 * @param doubtful version of what was made of that in doubt; 0 if it is that record itself
 */
public record RecordRank(long certain, long doubtful) implements Comparable<RecordRank> {

  private static final Comparator<RecordRank> ORDER =
      Comparator.comparingLong(RecordRank::certain).thenComparingLong(RecordRank::doubtful);

  /** The rank of a record. */
  public static RecordRank of(VersionHistory lineage) {
    boolean isDoubtful = RecordVersion.isPlain(lineage.version()) && !lineage.before().isEmpty();
    return isDoubtful
        ? new RecordRank(lineage.before().get(0), lineage.version())
        : new RecordRank(lineage.version(), 0);
  }

  @Override
  public int compareTo(RecordRank other) {
    return ORDER.compare(this, other);
  }
}
