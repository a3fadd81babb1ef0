package io.holdfast.core.storage;

import org.jspecify.annotations.Nullable;

/** What a node answers to {@link NodeStore#loadPairIfChanged}. */
public sealed interface PairAnswer {

  /**
   * The node was asked for both values.
   *
   * @param pair what it held
   */
  record Read(StoredPair pair) implements PairAnswer {}

  /**
   * The node still holds the known version of the value.
   *
   * @param beside under the other key; null if there was none
   */
  record Unchanged(@Nullable StoredValue beside) implements PairAnswer {}

  /** The node holds another version of the value, and has not sent it: it is to be read. */
  record Changed() implements PairAnswer {}
}
