package io.holdfast.testkit.fault;

/** The way something goes through a {@link FaultProxy}. */
public enum Direction {
  /** From the client to the node: what is lost here never happens. */
  COMMANDS,
  /** From the node to the client: what is lost here has happened. */
  ANSWERS
}
