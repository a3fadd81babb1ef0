package io.holdfast.core.sticky;

import java.util.Set;

/** What to do with a session that another Tomcat may have served since this one did. */
public sealed interface FailoverResult {

  /** The store's record is newer than what is here: the session goes on from it. */
  record Newer(RestoredSession session) implements FailoverResult {}

  /** The session is over: every node was asked, and whatever copy is here is out of date. */
  record Over() implements FailoverResult {}

  /**
   * Nothing is here, and nobody knows whether there is anything.
   *
   * @param nodeIds the nodes that may have a record and did not answer, at least one
   */
  record Unheard(Set<String> nodeIds) implements FailoverResult {

    /** Copies the set. */
    public Unheard {
      nodeIds = Set.copyOf(nodeIds);
    }
  }

  /**
   * Nothing better than what is here is known: it is as new as the record, or the store is away.
   */
  record NothingBetter() implements FailoverResult {}
}
