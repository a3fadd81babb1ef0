package io.holdfast.sessions.store;

import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** Merges two concurrent snapshots of one session: each has changes that the other has not. */
@FunctionalInterface
public interface RecordMerge {

  /**
   * Merges two snapshots; every Tomcat that merges the same two gets the same.
   *
   * @return a snapshot with the changes of both; null if one of them cannot be decoded here, where
   *     that is necessary
   */
  @Nullable SessionSnapshot join(SessionSnapshot one, SessionSnapshot other);
}
