package io.holdfast.core.flow;

/** What to do with a session that another Tomcat may have served since this one did. */
public sealed interface Takeover {

  /** The store's record is newer than what is here: the session goes on from it. */
  record Newer(RestoredSession session) implements Takeover {}

  /** The session is over: every node was asked, and whatever copy is here is out of date. */
  record Over() implements Takeover {}

  /**
   * Nothing better than what is here is known: it is as new as the record, or the store is away.
   */
  record NothingBetter() implements Takeover {}
}
