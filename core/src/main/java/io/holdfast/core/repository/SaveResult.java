package io.holdfast.core.repository;

import java.util.List;

/** What became of a save. */
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
   * The record is larger than allowed; nothing was sent.
   *
   * @param bytes size of the record
   */
  record TooLarge(int bytes) implements SaveResult {}

  /** No node took the record. */
  record Failed() implements SaveResult {}
}
