package io.holdfast.sessions.repository;

/** The outcome of a write that must not replace what others wrote. */
public sealed interface NonStickyWrite {

  /**
   * The first node that answers holds it, and no other holds anything else.
   *
   * @param copies whether all nodes that should hold it do
   */
  record Stored(Copies copies) implements NonStickyWrite {}

  /**
   * A node holds something else than what was read.
   *
   * @param isPartial whether a node may hold the write all the same
   */
  record Conflict(boolean isPartial) implements NonStickyWrite {}

  /**
   * The record is larger than allowed here, or by each node that was asked; no node has it.
   *
   * @param bytes size of the record
   * @param remedy for the log: the limit, and the attribute to change
   */
  record TooLarge(int bytes, String remedy) implements NonStickyWrite {}

  /** No node confirmed it; one that did not answer in time may have it. */
  record Failed() implements NonStickyWrite {}
}
