package io.holdfast.core.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The version of a record of a non-sticky session, with the latest version of each other writer
 * whose changes it includes.
 *
 * <p>Of two records one may include all changes of the other; then it replaces it. Or they are
 * concurrent: each has changes that the other has not, because two Tomcats wrote without knowledge
 * of each other; then they are merged. A single number cannot tell these cases apart: a Tomcat that
 * reaches other nodes may have counted further. Since each record of a writer includes all that it
 * wrote before, one version for each writer tells: a version vector.
 *
 * @param version of the record; 0 if there is none
 * @param before the latest version of each other writer, the newest first; at most {@value #REACH}.
 *     If there are as many, every older version counts as included
 */
public record VersionHistory(long version, List<Long> before) {

  /** How many other writers are remembered at most. */
  public static final int REACH = 16;

  /** Copies the list. */
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

  /** The history of a sticky session's record. */
  public static VersionHistory counted(long version) {
    return new VersionHistory(version, List.of());
  }

  /** The history of a record that changes this one. */
  public VersionHistory next(long newVersion) {
    boolean isAlone =
        before.isEmpty()
            && !RecordVersion.isPlain(version)
            && RecordVersion.writerOf(version) == RecordVersion.writerOf(newVersion);
    if (isAlone) { // most sessions have one writer
      return new VersionHistory(newVersion, before);
    }
    return new VersionHistory(newVersion, latestBeside(newVersion, written()));
  }

  /** The history of a merged record. */
  public static VersionHistory joining(long version, VersionHistory one, VersionHistory other) {
    List<Long> versions = new ArrayList<>(one.written());
    versions.addAll(other.written());
    versions.sort(Comparator.reverseOrder());
    return new VersionHistory(version, latestBeside(version, versions));
  }

  /** The history of two records together: one of them, if it includes the other, else a merge. */
  public static VersionHistory together(VersionHistory one, VersionHistory other) {
    if (one.includes(other)) {
      return one;
    }
    return other.includes(one)
        ? other
        : joining(RecordVersion.joining(one.version, other.version), one, other);
  }

  /** The latest version of each writer except that of the given version. */
  private static List<Long> latestBeside(long version, List<Long> newestFirst) {
    List<Long> latest = new ArrayList<>();
    int own = RecordVersion.writerOf(version);
    for (long each : newestFirst) {
      int writer = RecordVersion.writerOf(each);
      if (latest.size() < REACH
          && !RecordVersion.isPlain(each)
          && writer != own
          && latestOf(writer, latest) == 0) {
        latest.add(each);
      }
    }
    return latest;
  }

  /** The versions of writers that it includes: its own, unless it was merged, and the others. */
  private List<Long> written() {
    if (RecordVersion.isJoined(version)) {
      return before;
    }
    List<Long> written = new ArrayList<>(before);
    written.add(0, version);
    return written;
  }

  /**
   * Returns whether the record includes all changes of that version's writer up to that version; an
   * estimate if there are more writers than it remembers.
   *
   * @param written a version of a record that was written, not merged
   */
  public boolean includes(long written) {
    return written == version
        || RecordVersion.isPlain(written)
        || latestOf(RecordVersion.writerOf(written)) >= written
        || (before.size() == REACH && written < before.get(REACH - 1));
  }

  /** Returns whether the record includes a record with that history, as far as can be told. */
  public boolean includes(VersionHistory other) {
    if (other.version == version) {
      return true;
    }
    if (!RecordVersion.isJoined(other.version) && !includes(other.version)) {
      return false;
    }
    for (long each : other.before) {
      if (!includes(each)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether it includes all versions of the other up to a limit, of any writer. */
  public boolean includes(VersionHistory other, long limit) {
    return other.written().stream()
        .map(each -> Math.min(each, RecordVersion.latestOf(RecordVersion.writerOf(each), limit)))
        .allMatch(this::includes);
  }

  /** The latest version of a writer that is in the record; 0 if none is known. */
  public long latestOf(int writer) {
    boolean isOwn =
        RecordVersion.writerOf(version) == writer
            && !RecordVersion.isPlain(version)
            && !RecordVersion.isJoined(version);
    return isOwn ? version : latestOf(writer, before);
  }

  private static long latestOf(int writer, List<Long> newestFirst) {
    for (long each : newestFirst) {
      if (RecordVersion.writerOf(each) == writer && !RecordVersion.isPlain(each)) {
        return each;
      }
    }
    return 0;
  }
}
