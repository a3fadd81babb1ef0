package io.holdfast.core.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The version of a record of a session that several Tomcats write, with the versions of the latest
 * records whose changes are in it as well.
 *
 * <p>Of two records one may have everything that was done in the other; then it replaces it. Or
 * each has something that the other has not, because two Tomcats wrote without knowledge of each
 * other; then they have to be joined. Which of the two it is cannot be told by numbers alone: a
 * Tomcat that sees other nodes may have counted further.
 *
 * @param version of the record; 0 if there is none
 * @param before the latest versions whose changes are in the record, the newest first; at most
 *     {@value #REACH}. If there are as many, all that is older than these counts as included
 */
public record Lineage(long version, List<Long> before) {

  /** How many versions are remembered at most. */
  public static final int REACH = 8;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if the versions do not descend, or are too many
   */
  public Lineage {
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
  public static Lineage counted(long version) {
    return new Lineage(version, List.of());
  }

  /**
   * The lineage of a record that one Tomcat counted while it could not ask every node.
   *
   * @param basis the version of the last record that nobody doubts; see {@link RecordRank}
   */
  public static Lineage inDoubt(long version, long basis) {
    return new Lineage(version, List.of(basis));
  }

  /** The lineage of a record that was made of this one by changes. */
  public Lineage next(long newVersion) {
    return new Lineage(newVersion, newest(named().stream()));
  }

  /** The lineage of a record that has the changes of two. */
  public static Lineage joining(long version, Lineage one, Lineage other) {
    return new Lineage(
        version, newest(Stream.concat(one.named().stream(), other.named().stream())));
  }

  private static List<Long> newest(Stream<Long> versions) {
    return versions
        .filter(version -> !RecordVersion.isPlain(version))
        .distinct()
        .sorted(Comparator.reverseOrder())
        .limit(REACH)
        .toList();
  }

  private List<Long> named() {
    List<Long> named = new ArrayList<>(before);
    named.add(0, version);
    return named;
  }

  /** Whether this is the record of that version or is known to have its changes. */
  public boolean names(long other) {
    return other == version || before.contains(other);
  }

  /** Whether the record has all changes of the record of that version, as far as can be told. */
  public boolean includes(long other) {
    return names(other) || RecordVersion.isPlain(other) || isBeyondReach(other);
  }

  private boolean isBeyondReach(long other) {
    return before.size() == REACH && other < before.get(REACH - 1);
  }

  /**
   * Whether two records have gone apart so long ago that neither can tell what the other knew: both
   * remember nothing of the time when they were one.
   */
  public boolean isStrangerTo(Lineage other) {
    return before.size() == REACH
        && other.before.size() == REACH
        && named().stream().noneMatch(other::names);
  }
}
