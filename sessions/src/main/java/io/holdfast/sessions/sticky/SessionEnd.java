package io.holdfast.sessions.sticky;

/** Whether a session has ended, as far as this Tomcat knows, and whether its record is deleted. */
final class SessionEnd {

  private volatile boolean here;
  private volatile boolean elsewhere;
  private volatile boolean replaced;
  private boolean deletionBegun;

  /** The session has ended here, and its record with it. */
  void cameHere() {
    here = true;
  }

  /** Whether the session has ended for good; false for one that moved to another Tomcat. */
  boolean isHere() {
    return here;
  }

  /** The session has ended in another Tomcat: this one stores nothing of it any more. */
  void cameElsewhere() {
    elsewhere = true;
  }

  /** Whether it has ended in another Tomcat, or was replaced. */
  boolean isElsewhere() {
    return elsewhere;
  }

  /** A session that was created later has the id: this one has ended, and stores nothing. */
  void replaced() {
    replaced = true;
    elsewhere = true;
  }

  /** Whether a session that was created later is known to have the id. */
  boolean isReplaced() {
    return replaced;
  }

  /**
   * Begins the deletion of the record; false if it had begun before, or if another session has the
   * id by now: then the record may be that one's.
   */
  synchronized boolean beginDeletion() {
    boolean isFirst = !deletionBegun;
    deletionBegun = true;
    return isFirst && !replaced;
  }
}
