package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;

/**
 * Where values are cut.
 *
 * @param partLength values above it are stored in parts of this size, in bytes
 * @param maxTotal larger values are neither stored nor put together, in bytes
 * @param bytesAtOnce of one value so many bytes are on their way at once, and in any case one part
 */
public record ChunkLimits(int partLength, int maxTotal, int bytesAtOnce) {

  /** Checks the ranges. */
  public ChunkLimits {
    if (partLength < 1 || bytesAtOnce < 1 || maxTotal < 1) {
      throw new IllegalArgumentException(
          "part limits must be at least 1: %d, %d, %d"
              .formatted(partLength, maxTotal, bytesAtOnce));
    }
    if (((long) maxTotal + partLength - 1) / partLength > ChunkManifest.MAX_PARTS) {
      throw new IllegalArgumentException(
          "%d bytes make more than %d parts of %d"
              .formatted(maxTotal, ChunkManifest.MAX_PARTS, partLength));
    }
  }
}
