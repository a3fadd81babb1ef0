package io.holdfast.core.session;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of a session last changed its parts.
 *
 * <p>It names the latest changes of attributes: of at most {@value #ATTRIBUTES}, and of the last
 * {@value #VERSIONS} versions. The changes of all others are not newer than {@code settled}.
 *
 * @param user version that last changed the authenticated user; 0 if that is as in the first record
 * @param interval version that last changed the interval; 0 if that is as in the first record
 * @param attributes versions that last changed or removed an attribute, by its name, in the order
 *     of the names; also that of the container's notes, under {@link #NOTES}
 * @param settled no attribute that is not named was changed after this version; 0 if those are as
 *     in the first record
 */
public record FieldVersions(
    long user, long interval, SortedMap<String, Long> attributes, long settled) {

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

  /** Copies the map. */
  public FieldVersions {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
  }

  /**
   * The version that last changed an attribute, or the notes; 0 if that is not newer than {@code
   * settled}.
   */
  public long of(String attribute) {
    @Nullable Long origin = attributes.get(attribute);
    return origin == null ? 0 : origin;
  }

  /** Without the changes that are too old or too many for a record of this version. */
  public FieldVersions within(long version) {
    long oldest = RecordVersion.counterOf(version) - VERSIONS;
    if (attributes.size() <= ATTRIBUTES && areAllAfter(oldest)) {
      return this;
    }
    TreeMap<String, Long> kept = new TreeMap<>();
    attributes.entrySet().stream()
        .filter(each -> RecordVersion.counterOf(each.getValue()) > oldest)
        .sorted(NEWEST_FIRST)
        .limit(ATTRIBUTES)
        .forEach(each -> kept.put(each.getKey(), each.getValue()));
    long dropped = settled;
    for (Map.Entry<String, Long> each : attributes.entrySet()) {
      dropped = kept.containsKey(each.getKey()) ? dropped : Math.max(dropped, each.getValue());
    }
    return new FieldVersions(user, interval, kept, dropped);
  }

  private boolean areAllAfter(long oldest) {
    for (long each : attributes.values()) {
      if (RecordVersion.counterOf(each) <= oldest) {
        return false;
      }
    }
    return true;
  }

  /** Whether no part is named. */
  public boolean isEmpty() {
    return user == 0 && interval == 0 && attributes.isEmpty() && settled == 0;
  }
}
