package io.holdfast.testkit.memcached;

/**
 * The limits of a node's memory.
 *
 * @param megabytes memory for items, in MiB; memcached's {@code -m}
 * @param itemBytes largest item with its key and its header, in bytes; memcached's {@code -I}
 */
public record MemcachedLimits(int megabytes, int itemBytes) {

  /** The defaults of memcached: 64 MiB, 1 MiB per item. */
  public static final MemcachedLimits DEFAULT = new MemcachedLimits(64, 1024 * 1024);

  /** Checks that an item fits. */
  public MemcachedLimits {
    if (megabytes < 1 || itemBytes < 1024 || itemBytes > megabytes * 1024L * 1024L / 2) {
      throw new IllegalArgumentException(
          "need 1 MiB or more, and items of 1 KiB to half of it: " + megabytes + ", " + itemBytes);
    }
  }
}
