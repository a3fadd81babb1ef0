package io.holdfast.core.metrics;

/** One step whose durations Holdfast measures, since the web application started. */
public enum Timing {
  /** Storing a record, until its nodes have answered. */
  SAVE("Storing a record, until its nodes have answered"),
  /** Reading a session from the nodes. */
  LOAD("Reading a session from the nodes"),
  /** One operation of one node, until its answer or its timeout. */
  NODE_OPERATION("One operation of one node, until its answer or its timeout"),
  /** Turning attributes into bytes: all of them or one, or a user. */
  ENCODE("Turning attributes into bytes"),
  /** Turning bytes into attributes: all of them or one, or a user. */
  DECODE("Turning bytes into attributes"),
  /** A request that waited for a lease, whether it got it or not. */
  LEASE_WAIT("A request that waited for a lease, granted or timed out");

  private final String description;

  Timing(String description) {
    this.description = description;
  }

  /** One line for an operator. */
  public String description() {
    return description;
  }
}
