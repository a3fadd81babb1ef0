package io.holdfast.core.routing;

/**
 * A 64-bit hash of a string that is the same in every JVM and in every version of Holdfast.
 *
 * <p>The bytes of the characters, low byte first, are folded with FNV-1a (64 bit: offset basis and
 * prime as published by Fowler, Noll and Vo, draft-eastlake-fnv). FNV alone leaves the high bits of
 * short strings poorly mixed, so the result passes the finalizer of SplitMix64: multipliers and
 * shifts of David Stafford's variant 13 ("Better Bit Mixing", 2011), the ones {@link
 * java.util.SplittableRandom} is built on.
 */
final class StableHash {

  private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long STAFFORD_13_FIRST = 0xbf58476d1ce4e5b9L;
  private static final long STAFFORD_13_SECOND = 0x94d049bb133111ebL;

  private StableHash() {}

  static long of(String text) {
    long hash = FNV_OFFSET_BASIS;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      hash = (hash ^ (c & 0xff)) * FNV_PRIME;
      hash = (hash ^ (c >>> 8)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /** A bijection in which every input bit changes every output bit with probability one half. */
  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * STAFFORD_13_FIRST;
    z = (z ^ (z >>> 27)) * STAFFORD_13_SECOND;
    return z ^ (z >>> 31);
  }
}
