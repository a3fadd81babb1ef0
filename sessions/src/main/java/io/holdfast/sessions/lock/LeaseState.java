package io.holdfast.sessions.lock;

/** The value of a lease's key on one node. */
sealed interface LeaseState {

  /** Returns whether a lease is known to be there. */
  default boolean isLease() {
    return this instanceof Ours || this instanceof Others;
  }

  /** The node did not answer. */
  record Unknown() implements LeaseState {}

  /** Nothing. */
  record Free() implements LeaseState {}

  /** A lease of another owner, or bytes that are no lease. */
  record Others() implements LeaseState {}

  /**
   * A lease that this owner has written.
   *
   * @param write which of its writes it is
   * @param version for the condition of the next write
   */
  record Ours(long write, long version) implements LeaseState {}
}
