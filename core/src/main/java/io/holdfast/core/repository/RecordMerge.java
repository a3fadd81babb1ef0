package io.holdfast.core.repository;

import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** Makes one snapshot of two of one session that cross: each has changes that the other has not. */
@FunctionalInterface
public interface RecordMerge {

  /**
   * Joins two snapshots; everybody who joins the same two gets the same.
   *
   * @return what has the changes of both; null if one of them cannot be decoded here, where that is
   *     necessary
   */
  @Nullable SessionSnapshot join(SessionSnapshot one, SessionSnapshot other);
}
