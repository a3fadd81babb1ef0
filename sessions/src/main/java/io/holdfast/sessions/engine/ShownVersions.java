package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The versions that an instance shows, attribute by attribute: those of the last record that it
 * showed completely, and those that it has written itself since.
 *
 * @param all the history of the last record that it showed completely
 * @param own the versions of attributes that it has written since
 */
record ShownVersions(VersionHistory all, Map<String, Long> own) {

  ShownVersions {
    own = Map.copyOf(own);
  }

  /** Returns the versions of an instance that shows a record completely. */
  static ShownVersions of(SessionSnapshot record) {
    return new ShownVersions(record.lineage(), Map.of());
  }

  /** Adds what the instance has written into a record whose other attributes it does not show. */
  ShownVersions withOwn(SessionSnapshot record, Set<String> names) {
    Map<String, Long> more = new TreeMap<>(own);
    names.forEach(name -> more.put(name, record.origins().of(name)));
    return new ShownVersions(all, more);
  }

  /** Returns whether another writer has stored the part since; never for a first record. */
  boolean isStoredSince(long origin) {
    return origin != 0 && !all.includes(origin);
  }

  /** Returns whether another writer has stored or removed this attribute of the record since. */
  boolean isStoredSince(SessionSnapshot record, String name) {
    long origin = record.origins().of(name);
    if (origin == 0) { // older than the changes that the record names
      return !all.includes(record.lineage(), record.origins().settled());
    }
    return isStoredSince(origin) && !own.getOrDefault(name, 0L).equals(origin);
  }
}
