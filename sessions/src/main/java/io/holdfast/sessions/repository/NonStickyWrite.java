package io.holdfast.sessions.repository;

import io.holdfast.core.session.SessionSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a write that must not replace what others wrote. */
public sealed interface NonStickyWrite {

  /**
   * The first node that answers holds it, and no other holds anything else.
   *
   * @param copies whether all nodes that should hold it do
   * @param holdings the versions that the write has made, on the nodes that hold it; empty if the
   *     first of them does not report its own
   */
  record Stored(Copies copies, List<NodeHolding> holdings) implements NonStickyWrite {

    /** Copies the list. */
    public Stored {
      holdings = List.copyOf(holdings);
    }

    /**
     * What the next write replaces, unless another Tomcat writes first.
     *
     * @param record that was stored
     * @return null if that is unknown, so that the next write has to begin with a read
     */
    public @Nullable NonStickyRecord basis(SessionSnapshot record) {
      return holdings.isEmpty()
          ? null
          : new NonStickyRecord(
              record.id(), new NonStickyRecord.State.Present(record), false, holdings);
    }
  }

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
