package io.holdfast.core.session;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of a session last changed its parts. Immutable; in two arrays, since each session
 * in memory has one.
 *
 * <p>It names the latest changes of attributes: of at most {@value #ATTRIBUTES}, and of the last
 * {@value #VERSIONS} versions. The changes of all others are not newer than {@link #settled}.
 */
public final class FieldVersions {

  private static final String[] NO_NAMES = {};
  private static final long[] NO_VERSIONS = {};

  /** The versions of a record whose parts are all as in the first one. */
  public static final FieldVersions NONE = new FieldVersions(0, 0, new TreeMap<>(), 0);

  /** The most attributes that are named. */
  public static final int ATTRIBUTES = 32;

  /**
   * Under this name the latest change of the container's notes is named, beside the attributes. To
   * a Tomcat that does not know of it, it is an attribute which was removed: it is in what that one
   * stores, and may be left out where that one merges records.
   */
  public static final String NOTES = "\0notes";

  /** For how many versions a change is named. */
  public static final int VERSIONS = 128;

  private static final Comparator<Map.Entry<String, Long>> NEWEST_FIRST =
      Map.Entry.<String, Long>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey());

  private final long user;
  private final long interval;
  private final long settled;

  /** In their natural order. */
  private final String[] names;

  /** Those of the names in their order. */
  private final long[] versions;

  /**
   * Copies the map.
   *
   * @param attributes versions that last changed or removed an attribute, by its name, in the
   *     natural order of the names; also that of the container's notes, under {@link #NOTES}
   */
  public FieldVersions(long user, long interval, SortedMap<String, Long> attributes, long settled) {
    this.user = user;
    this.interval = interval;
    this.settled = settled;
    this.names = attributes.isEmpty() ? NO_NAMES : attributes.keySet().toArray(NO_NAMES);
    this.versions = attributes.isEmpty() ? NO_VERSIONS : new long[names.length];
    int next = 0;
    for (long version : attributes.values()) {
      versions[next++] = version;
    }
  }

  private FieldVersions(long user, long interval, long settled, String[] names, long[] versions) {
    this.user = user;
    this.interval = interval;
    this.settled = settled;
    this.names = names;
    this.versions = versions;
  }

  /**
   * The same where a version has changed attributes that others have changed before.
   *
   * @return null if one of them is not named here
   */
  public @Nullable FieldVersions with(
      long userNow, long intervalNow, Set<String> changed, long version) {
    long[] now = changed.isEmpty() ? versions : versions.clone();
    for (String name : changed) {
      int index = Arrays.binarySearch(names, name);
      if (index < 0) {
        return null;
      }
      now[index] = version;
    }
    return new FieldVersions(userNow, intervalNow, settled, names, now);
  }

  /** The version that last changed the authenticated user; 0 if that is as in the first record. */
  public long user() {
    return user;
  }

  /** The version that last changed the interval; 0 if that is as in the first record. */
  public long interval() {
    return interval;
  }

  /** No attribute that is not named was changed after this; 0 if those are as in the first one. */
  public long settled() {
    return settled;
  }

  /** The versions that last changed or removed an attribute, by its name, and the notes: a copy. */
  public SortedMap<String, Long> attributes() {
    NavigableMap<String, Long> named = new TreeMap<>();
    for (int i = 0; i < names.length; i++) {
      named.put(names[i], versions[i]);
    }
    return named;
  }

  /** Calls the action with each name and version, in the order of the names. */
  public void forEach(ObjLongConsumer<String> action) {
    for (int i = 0; i < names.length; i++) {
      action.accept(names[i], versions[i]);
    }
  }

  /**
   * The version that last changed an attribute, or the notes; 0 if that is not newer than {@code
   * settled}.
   */
  public long of(String attribute) {
    int index = Arrays.binarySearch(names, attribute);
    return index < 0 ? 0 : versions[index];
  }

  /** Without the changes that are too old or too many for a record of this version. */
  public FieldVersions within(long version) {
    long oldest = RecordVersion.counterOf(version) - VERSIONS;
    if (names.length <= ATTRIBUTES && areAllAfter(oldest)) {
      return this;
    }
    NavigableMap<String, Long> kept = new TreeMap<>();
    attributes().entrySet().stream()
        .filter(each -> RecordVersion.counterOf(each.getValue()) > oldest)
        .sorted(NEWEST_FIRST)
        .limit(ATTRIBUTES)
        .forEach(each -> kept.put(each.getKey(), each.getValue()));
    long dropped = settled;
    for (int i = 0; i < names.length; i++) {
      dropped = kept.containsKey(names[i]) ? dropped : Math.max(dropped, versions[i]);
    }
    return new FieldVersions(user, interval, kept, dropped);
  }

  private boolean areAllAfter(long oldest) {
    for (long each : versions) {
      if (RecordVersion.counterOf(each) <= oldest) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether no part is named. */
  public boolean isEmpty() {
    return user == 0 && interval == 0 && names.length == 0 && settled == 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldVersions that
        && user == that.user
        && interval == that.interval
        && settled == that.settled
        && Arrays.equals(names, that.names)
        && Arrays.equals(versions, that.versions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(user, interval, settled, Arrays.hashCode(names), Arrays.hashCode(versions));
  }

  @Override
  public String toString() {
    return "FieldVersions[user=%d, interval=%d, attributes=%s, settled=%d]"
        .formatted(user, interval, attributes(), settled);
  }
}
