package io.holdfast.core.nonsticky;

/** What became of a shared session that was to be saved. */
public enum SaveOutcome {
  /** The record says what the session says: nothing had to be written. */
  UNCHANGED,
  /** The record says what the session says, and perhaps what others have written meanwhile. */
  SAVED,
  /** The session is larger than allowed; it lives on in this Tomcat only. */
  TOO_LARGE,
  /** No node took it; it lives on in this Tomcat, and is stored when a node is there again. */
  FAILED,
  /** The session has ended elsewhere: there is nothing to save any more. */
  ENDED,
  /** The session has got another id elsewhere, and what was changed here is not in it. */
  RENAMED,
  /** The lease was lost, and others may have it: what was changed must not be written. */
  LEASE_LOST;

  /** Whether the store has all that it is to have of the session. */
  public boolean isSettled() {
    return this == UNCHANGED || this == SAVED || this == ENDED;
  }

  /** Whether the request must be told that what it did to the session is lost. */
  public boolean isLoss() {
    return this == LEASE_LOST || this == RENAMED;
  }
}
