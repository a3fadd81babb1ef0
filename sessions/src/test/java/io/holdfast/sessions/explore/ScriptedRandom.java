package io.holdfast.sessions.explore;

import java.util.random.RandomGenerator;

/**
 * Numbers that are the same in each play. The low bits, which are the tie-break of versions, are
 * larger for Tomcats of a higher rank, so that it is known whose record counts as the newer one.
 */
final class ScriptedRandom implements RandomGenerator {

  private static final long LOW_BITS = (1L << 20) - 1;
  private static final int COUNTER_BITS = 14;

  private final int rank;
  private int drawn;

  ScriptedRandom(int rank) {
    this.rank = rank;
  }

  @Override
  public long nextLong() {
    drawn++;
    return (Digest.of(rank, drawn) & ~LOW_BITS) | ((long) rank << COUNTER_BITS) | drawn;
  }
}
