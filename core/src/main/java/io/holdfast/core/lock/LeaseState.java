package io.holdfast.core.lock;

/** What lies under the key of a lease on one node. */
sealed interface LeaseState {

  /** Whether it is not certain that nothing of this owner lies there. */
  default boolean mayBeOurs() {
    return this instanceof Unknown || this instanceof Ours;
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
