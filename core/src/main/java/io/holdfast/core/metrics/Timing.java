package io.holdfast.core.metrics;

/** One step whose durations Holdfast measures, since the web application started. */
public enum Timing {
  SAVE("Storing a record, until its nodes have answered"),
  LOAD("Reading a session from the nodes"),
  NODE_OPERATION("One operation of one node, until its answer or its timeout"),
  ENCODE("Turning attributes into bytes"),
  DECODE("Turning bytes into attributes"),
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
