package io.holdfast.testkit.fault;

/** The direction through a {@link FaultProxy}. */
public enum Direction {
  /** From the client to the node: a command lost here is never carried out. */
  COMMANDS,
  /** From the node to the client: the command of an answer lost here was carried out. */
  ANSWERS
}
