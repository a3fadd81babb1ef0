package io.holdfast.core.session;

import java.util.Comparator;

/**
 * Tells which of two records of a sticky session is newer.
 *
 * <p>The versions of such records are counters. A Tomcat that could not ask every node goes on
 * uncertain: its records name the last certain version and count beside it. So a record that was
 * certainly stored after that version is newer, however far the uncertain ones count.
 *
 * @param certain version of the last certain record
 * @param doubtful version of an uncertain record made from it; 0 for that record itself
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
