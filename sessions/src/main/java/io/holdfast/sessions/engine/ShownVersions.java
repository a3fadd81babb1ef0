package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which versions an instance shows, attribute by attribute: those of the last record of which it
 * showed all, and those that it has written itself over what it does not show.
 *
 * @param all the history of the last record of which it showed all
 * @param own the versions of attributes that it has written since
 */
record ShownVersions(VersionHistory all, Map<String, Long> own) {

  ShownVersions {
    own = Map.copyOf(own);
  }

  /** Of an instance that shows all of a record. */
  static ShownVersions of(SessionSnapshot record) {
    return new ShownVersions(record.lineage(), Map.of());
  }

  /** The instance has written these attributes in a record of which it does not show the rest. */
  ShownVersions withOwn(SessionSnapshot record, Set<String> names) {
    Map<String, Long> more = new TreeMap<>(own);
    names.forEach(name -> more.put(name, record.origins().of(name)));
    return new ShownVersions(all, more);
  }

  /** Whether somebody else has stored such a part of the record since; never of a first record. */
  boolean isStoredSince(long origin) {
    return origin != 0 && !all.includes(origin);
  }

  /** Whether somebody else has stored or removed this attribute of the record since. */
  boolean isStoredSince(SessionSnapshot record, String name) {
    long origin = record.origins().of(name);
    if (origin == 0) { // older than the changes that the record names
      return !all.includes(record.lineage(), record.origins().settled());
    }
    return isStoredSince(origin) && !own.getOrDefault(name, 0L).equals(origin);
  }
}
