package io.holdfast.core.repository;

/** What became of a write that must not overwrite what others wrote. */
public sealed interface NonStickyWrite {

  /**
   * The first node that took it has it, and no other holds anything else.
   *
   * @param copies whether all nodes that should hold it do
   */
  record Stored(Copies copies) implements NonStickyWrite {}

  /**
   * Something else is there than what was read.
   *
   * @param isPartial whether some node may have it all the same
   */
  record Conflict(boolean isPartial) implements NonStickyWrite {}

  /**
   * The record is larger than allowed here, or by a node; no node has it.
   *
   * @param bytes size of the record
   * @param remedy for the log: the limit, and the attribute to change
   */
  record TooLarge(int bytes, String remedy) implements NonStickyWrite {}

  /** No node took it; one that did not answer in time may have it all the same. */
  record Failed() implements NonStickyWrite {}
}
