package io.holdfast.sessions.repository;

import io.holdfast.core.session.SessionSnapshot;
import java.util.List;

/** What the store says about a session. */
public sealed interface LoadResult {

  /** The nodes' replies. */
  NodeReplies replies();

  /**
   * The newest record on the nodes that were asked.
   *
   * @param snapshot its content, with the latest times known
   * @param nodeIds the nodes that were asked and hold it, at least one
   * @param bytes size of the record
   * @param replies the nodes' replies; those that did not reply may hold a newer record
   */
  record Found(SessionSnapshot snapshot, List<String> nodeIds, int bytes, NodeReplies replies)
      implements LoadResult {

    /** Copies the list. */
    public Found {
      nodeIds = List.copyOf(nodeIds);
    }
  }

  /**
   * Every node was asked, and none holds a record that can be read.
   *
   * @param replies the replies of all nodes
   */
  record Absent(NodeReplies replies) implements LoadResult {}

  /**
   * No node that replied has it, but a node could not be asked: uncertain.
   *
   * @param replies the nodes' replies
   */
  record Unavailable(NodeReplies replies) implements LoadResult {}
}
