package io.holdfast.sessions.repository;

import java.util.List;

/** The outcome of a save. */
public sealed interface SaveResult {

  /**
   * The record is stored.
   *
   * @param nodeIds the nodes that hold it, at least one
   * @param bytes size of the record
   */
  record Stored(List<String> nodeIds, int bytes) implements SaveResult {

    /** Copies the list. */
    public Stored {
      nodeIds = List.copyOf(nodeIds);
    }
  }

  /**
   * The record is larger than allowed here, or by a node; no node has it.
   *
   * @param bytes size of the record
   * @param remedy for the log: the limit, and the attribute to change
   */
  record TooLarge(int bytes, String remedy) implements SaveResult {}

  /** No node took the record. */
  record Failed() implements SaveResult {}

  /** A node held something else than when it was asked; that was not replaced. */
  record Overtaken() implements SaveResult {}
}
