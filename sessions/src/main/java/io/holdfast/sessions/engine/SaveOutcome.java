package io.holdfast.sessions.engine;

/** The outcome of a save of a session. */
public enum SaveOutcome {
  /** The record matches the session: nothing had to be written. */
  UNCHANGED,
  /** The record includes the session, and perhaps what others have written meanwhile. */
  SAVED,
  /** The session is larger than allowed; it lives on in this Tomcat only. */
  TOO_LARGE,
  /** No node took it; it lives on in this Tomcat, and is stored when a node answers again. */
  FAILED,
  /** The session has ended elsewhere: there is nothing to save any more. */
  ENDED,
  /** Another Tomcat has given the session another id, and it lacks the changes made here. */
  RENAMED,
  /** The lease was lost, and another request may have it: the changes must not be written. */
  LEASE_LOST,
  /**
   * The request was refused before the outcome was known, and another Tomcat has stored the session
   * since: the changes must not be written over what its client was told.
   */
  OVERTAKEN,
  /** Another Tomcat has created a session with the same id, which the client brought. */
  DISPLACED;

  /** Returns whether the store has all that it should have of the session. */
  public boolean isSettled() {
    return this == UNCHANGED || this == SAVED || this == ENDED;
  }

  /** Returns whether the request must be told that what it did to the session is lost. */
  public boolean isLoss() {
    return this == LEASE_LOST || this == RENAMED || this == OVERTAKEN || this == DISPLACED;
  }
}
