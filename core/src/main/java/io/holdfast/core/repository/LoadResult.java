package io.holdfast.core.repository;

import io.holdfast.core.session.SessionSnapshot;

/** What the store says about a session. */
public sealed interface LoadResult {

  /**
   * The newest record that any node that was asked holds.
   *
   * @param snapshot its content, with the latest times known
   * @param nodeId the node that held it
   * @param bytes size of the record
   */
  record Found(SessionSnapshot snapshot, String nodeId, int bytes) implements LoadResult {}

  /** Every node was asked, and none holds a record that can be read. */
  record Absent() implements LoadResult {}

  /** No node has it, but some node could not be asked: nobody knows. */
  record Unavailable() implements LoadResult {}
}
