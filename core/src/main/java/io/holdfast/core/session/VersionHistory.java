package io.holdfast.core.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The version of a record of a session that several Tomcats write, with the latest version of each
 * other writer whose changes are in it as well.
 *
 * <p>Of two records one may have everything that was done in the other; then it replaces it. Or
 * each has something that the other has not, because two Tomcats wrote without knowledge of each
 * other; then they have to be joined. Which of the two it is cannot be told by numbers alone: a
 * Tomcat that sees other nodes may have counted further. Since whatever a writer writes has all
 * that it wrote before, one version for each writer tells it: a version vector.
 *
 * @param version of the record; 0 if there is none
 * @param before the latest version of each other writer, the newest first; at most {@value #REACH}.
 *     If there are as many, all that is older than these counts as included
 */
public record VersionHistory(long version, List<Long> before) {

  /** How many other writers are remembered at most. */
  public static final int REACH = 16;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if the versions do not descend, or are too many
   */
  public VersionHistory {
    before = List.copyOf(before);
    long last = version;
    for (long earlier : before) {
      if (earlier >= last) {
        throw new IllegalArgumentException("versions must descend: " + earlier + " after " + last);
      }
      last = earlier;
    }
    if (before.size() > REACH) {
      throw new IllegalArgumentException("at most %d versions: %s".formatted(REACH, before));
    }
  }

  /** The lineage of a record that one Tomcat counted, without knowledge of others. */
  public static VersionHistory counted(long version) {
    return new VersionHistory(version, List.of());
  }

  /**
   * The lineage of a record that one Tomcat counted while it could not ask every node.
   *
   * @param basis the version of the last record that nobody doubts; see {@link RecordRank}
   */
  public static VersionHistory inDoubt(long version, long basis) {
    return new VersionHistory(version, List.of(basis));
  }

  /** The lineage of a record that was made of this one by changes. */
  public VersionHistory next(long newVersion) {
    return new VersionHistory(newVersion, latestBeside(newVersion, written().stream()));
  }

  /** The lineage of a record that has the changes of two. */
  public static VersionHistory joining(long version, VersionHistory one, VersionHistory other) {
    Stream<Long> versions = Stream.concat(one.written().stream(), other.written().stream());
    return new VersionHistory(version, latestBeside(version, versions));
  }

  /** What two records have together: one of them, if it has all of the other, else both joined. */
  public static VersionHistory together(VersionHistory one, VersionHistory other) {
    if (one.includes(other)) {
      return one;
    }
    return other.includes(one)
        ? other
        : joining(RecordVersion.joining(one.version, other.version), one, other);
  }

  /** The latest version of each writer, but the one whose version stands above them. */
  private static List<Long> latestBeside(long version, Stream<Long> versions) {
    Set<Integer> writers = new HashSet<>();
    writers.add(RecordVersion.writerOf(version));
    return versions
        .filter(each -> !RecordVersion.isPlain(each))
        .sorted(Comparator.reverseOrder())
        .filter(each -> writers.add(RecordVersion.writerOf(each)))
        .limit(REACH)
        .toList();
  }

  /**
   * What was written and is in the record: its own version, unless it was joined, and the others.
   */
  private List<Long> written() {
    if (RecordVersion.isJoined(version)) {
      return before;
    }
    List<Long> written = new ArrayList<>(before);
    written.add(0, version);
    return written;
  }

  /**
   * Whether the record has all changes that were written up to that version by its writer; as far
   * as can be told, if there are more writers than it remembers.
   *
   * @param written a version of a record that was written, not joined
   */
  public boolean includes(long written) {
    return written == version
        || RecordVersion.isPlain(written)
        || latestOf(RecordVersion.writerOf(written)) >= written
        || (before.size() == REACH && written < before.get(REACH - 1));
  }

  /** Whether the record has all changes of a record with that lineage, as far as can be told. */
  public boolean includes(VersionHistory other) {
    return other.version == version || other.written().stream().allMatch(this::includes);
  }

  /** Whether it has everything that is in the other up to a version, whoever has written that. */
  public boolean includes(VersionHistory other, long limit) {
    return other.written().stream()
        .map(each -> Math.min(each, RecordVersion.latestOf(RecordVersion.writerOf(each), limit)))
        .allMatch(this::includes);
  }

  /** The latest version of a writer that is in the record; 0 if none is known. */
  public long latestOf(int writer) {
    for (long each : written()) {
      if (RecordVersion.writerOf(each) == writer && !RecordVersion.isPlain(each)) {
        return each;
      }
    }
    return 0;
  }
}
