package io.holdfast.core.transcoder;

/**
 * Bounds on what decoding one graph may build, so that hostile bytes cannot exhaust stack or heap.
 *
 * @param maxDepth nesting of objects, 1 for a graph of one object
 * @param maxReferences objects in one graph
 * @param maxArrayLength elements of one array, whatever their type
 * @param maxBytes bytes of the encoded graph
 */
public record DecodeLimits(int maxDepth, int maxReferences, int maxArrayLength, int maxBytes) {

  /** Generous for real sessions: 1,000 levels, 10 million objects, 64 Mi elements, 128 MiB. */
  public static final DecodeLimits DEFAULTS =
      new DecodeLimits(1_000, 10_000_000, 64 * 1024 * 1024, 128 * 1024 * 1024);

  /** Checks that every bound is positive. */
  public DecodeLimits {
    if (maxDepth < 1 || maxReferences < 1 || maxArrayLength < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "decode limits must be positive: depth %d, references %d, array length %d, bytes %d"
              .formatted(maxDepth, maxReferences, maxArrayLength, maxBytes));
    }
  }
}
