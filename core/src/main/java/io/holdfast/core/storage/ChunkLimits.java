package io.holdfast.core.storage;

import io.holdfast.core.record.ChunkManifest;

/**
 * Where values are cut.
 *
 * @param partLength values above it are stored in chunks of this size, in bytes
 * @param maxTotal larger values are neither stored nor assembled, in bytes
 * @param bytesAtOnce how many bytes of one value are under way at once, but at least one chunk
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
