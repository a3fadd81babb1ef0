package io.holdfast.core.lock;

/** What came of asking for a session of one's own. */
public sealed interface LockOutcome {

  /**
   * The session is the request's alone.
   *
   * @param lease to be released when the request has stored its changes
   */
  record Granted(HeldLease lease) implements LockOutcome {}

  /** Others had the session until patience was over, or everything is being stopped. */
  record TimedOut() implements LockOutcome {}

  /** So many requests of this Tomcat wait for the session already that this one does not. */
  record QueueFull() implements LockOutcome {}

  /**
   * No node answers: the other requests of this Tomcat are kept out, other Tomcats are not.
   *
   * @param local to be released like a lease that was granted; it counts as lost from the start
   */
  record StoreAway(HeldLease local) implements LockOutcome {}
}
