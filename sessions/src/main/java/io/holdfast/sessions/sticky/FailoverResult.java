package io.holdfast.sessions.sticky;

import java.util.Set;

/** What to do with a session that another Tomcat may have served since this one did. */
public sealed interface FailoverResult {

  /** The store's record is newer than the session here: the session goes on from it. */
  record Newer(RestoredSession session) implements FailoverResult {}

  /** The session has ended: every node was asked, and a copy that is here is out of date. */
  record Over() implements FailoverResult {}

  /**
   * This Tomcat has no such session, and it is uncertain whether the store has one.
   *
   * @param nodeIds the nodes that may have a record and did not answer, at least one
   */
  record Unreachable(Set<String> nodeIds) implements FailoverResult {

    /** Copies the set. */
    public Unreachable {
      nodeIds = Set.copyOf(nodeIds);
    }
  }

  /** The session that is here goes on: it is as new as the record, or the store is away. */
  record NothingBetter() implements FailoverResult {}
}
