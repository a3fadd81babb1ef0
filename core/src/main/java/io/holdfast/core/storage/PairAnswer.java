package io.holdfast.core.storage;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a node answers to {@link NodeStore#loadPairIfChanged}. */
public sealed interface PairAnswer {

  /** The node has sent both values. */
  record Read(StoredPair pair) implements PairAnswer {}

  /**
   * The node still holds the known value.
   *
   * @param version that it has now: the known one, or that of a renewal
   * @param beside under the other key; null if there was none
   */
  record Unchanged(long version, @Nullable StoredValue beside) implements PairAnswer {}

  /** The node holds another version of the value, and has not sent it: it is to be read. */
  record Changed() implements PairAnswer {}

  /** The same with what was sent translated. */
  default CompletableFuture<PairAnswer> translated(
      Function<StoredPair, CompletableFuture<StoredPair>> translation) {
    return this instanceof Read read
        ? translation.apply(read.pair()).thenApply(Read::new)
        : CompletableFuture.completedFuture(this);
  }
}
