package io.holdfast.sessions.lock;

/** The outcome of asking for the lease of a session. */
public sealed interface LockOutcome {

  /**
   * The request has the lease.
   *
   * @param lease to be released when the request has stored its changes
   * @param isAtOnce whether the nodes granted it by the first question, each before what left
   *     behind that in one packet
   */
  record Granted(HeldLease lease, boolean isAtOnce) implements LockOutcome {}

  /** Other requests had the session until the patience was over, or the application stops. */
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
