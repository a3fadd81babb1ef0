package io.holdfast.valkey;

import io.holdfast.core.storage.WriteResult;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes versions that no other write has, of any Tomcat: a sequence of 64-bit numbers in an order
 * of its own, which begins at a random place. Takes no lock.
 */
final class Versions {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final AtomicLong state = new AtomicLong(new SecureRandom().nextLong());

  /** A version; never {@link WriteResult#UNKNOWN}. */
  long next() {
    long version;
    do {
      version = mixed(state.addAndGet(GOLDEN));
    } while (version == WriteResult.UNKNOWN);
    return version;
  }

  /** The finalizer of SplitMix64: a permutation, so nothing repeats before all numbers are used. */
  private static long mixed(long number) {
    long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
