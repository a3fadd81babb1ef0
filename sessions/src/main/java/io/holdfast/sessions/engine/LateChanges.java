package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionSnapshot;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was changed behind complete answers.
 *
 * @param unanswered names of the attributes that requests use which are not answered; null if there
 *     are no such requests, so that all was changed behind answers
 * @param doubtful names of those that answered requests use, too
 */
record LateChanges(ShownVersions shown, @Nullable Set<String> unanswered, Set<String> doubtful) {

  /** Returns whether all was changed so. */
  boolean isAll() {
    return unanswered == null;
  }

  /** Returns whether an attribute was certainly changed so, if it was changed. */
  boolean includes(String name) {
    return unanswered == null || !unanswered.contains(name);
  }

  /**
   * Returns whether a change of an attribute gives way to the attribute of a record. An uncertain
   * change does so only if the record names a version of the attribute that the instance does not
   * show.
   */
  boolean givesWay(SessionSnapshot record, String name) {
    boolean isInDoubt = doubtful.contains(name) && record.origins().of(name) != 0;
    return (includes(name) || isInDoubt) && shown.isStoredSince(record, name);
  }
}
