package io.holdfast.sessions.store;

import org.jspecify.annotations.Nullable;

/** The outcome of a write that must not replace what others wrote. */
public sealed interface WriteOutcome {

  /**
   * The first node that answers holds it, and no other holds anything else.
   *
   * @param copies whether all nodes that should hold it do
   * @param made the versions that the write has made, in the order of the nodes; null if the first
   *     of them does not report its own, so that the next write has to begin with a read
   */
  record Stored(CopyResult copies, @Nullable WrittenCopies made) implements WriteOutcome {}

  /**
   * A node holds something else than what was read.
   *
   * @param isPartial whether a node may hold the write all the same
   */
  record Conflict(boolean isPartial) implements WriteOutcome {}

  /**
   * The record is larger than allowed here, or by each node that was asked; no node has it.
   *
   * @param bytes size of the record
   * @param remedy for the log: the limit, and the attribute to change
   */
  record TooLarge(int bytes, String remedy) implements WriteOutcome {}

  /** No node confirmed it; one that did not answer in time may have it. */
  record Failed() implements WriteOutcome {}
}
