package io.holdfast.core.storage;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a node's memory, and how often it was emptied.
 *
 * @param evictions values that it has evicted since it started because its memory was full
 * @param usedBytes bytes of the values that it holds
 * @param limitBytes bytes that it may use for values; 0 if unknown
 * @param flushes how often it was told to forget all, at once or some time later, since it started
 * @param evictsBy the setting by which it evicts values once its memory is full, where another one
 *     would have it refuse writes; null if it has no such choice, or refuses them
 */
public record NodeFigures(
    long evictions, long usedBytes, long limitBytes, long flushes, @Nullable String evictsBy) {

  /** Figures of a node that has no choice about evictions, or refuses writes. */
  public NodeFigures(long evictions, long usedBytes, long limitBytes, long flushes) {
    this(evictions, usedBytes, limitBytes, flushes, null);
  }

  /** Checks the numbers. */
  public NodeFigures {
    if (evictions < 0 || usedBytes < 0 || limitBytes < 0 || flushes < 0) {
      throw new IllegalArgumentException(
          "negative: %d, %d, %d, %d".formatted(evictions, usedBytes, limitBytes, flushes));
    }
  }

  /** How much of its memory is used, in percent; 0 if its limit is unknown. */
  public int usedPercent() {
    return limitBytes == 0 ? 0 : (int) Math.min(100, Math.round(100.0 * usedBytes / limitBytes));
  }
}
