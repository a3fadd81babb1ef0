package io.holdfast.core.storage;

/**
 * The figures of a node's memory.
 *
 * @param evictions values that it has evicted for want of memory since it started
 * @param usedBytes bytes of the values that it holds
 * @param limitBytes bytes that it may use for values; 0 if unknown
 */
public record NodeMemory(long evictions, long usedBytes, long limitBytes) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public NodeMemory {
    if (evictions < 0 || usedBytes < 0 || limitBytes < 0) {
      throw new IllegalArgumentException(
          "negative: %d, %d, %d".formatted(evictions, usedBytes, limitBytes));
    }
  }

  /** How much of its memory is used, in percent; 0 if its limit is unknown. */
  public int usedPercent() {
    return limitBytes == 0 ? 0 : (int) Math.min(100, Math.round(100.0 * usedBytes / limitBytes));
  }
}
