package io.holdfast.core.session;

import java.util.random.RandomGenerator;

/**
 * Versions of the records of sessions that several Tomcats write: a counter, and below it random
 * bits of the writer.
 *
 * <p>A larger version is newer. Two Tomcats that write the same next version without knowing of
 * each other differ in the random bits, so no two records have one version, and everybody takes the
 * same of the two for the newer. Plain counters, as sticky sessions have them, are versions as well
 * and older than all of these.
 */
public final class RecordVersion {

  private static final int RANDOM_BITS = 20;
  private static final long RANDOM_MASK = (1L << RANDOM_BITS) - 1;
  private static final long SCATTER = 0x9e3779b97f4a7c15L;

  private RecordVersion() {}

  /** A version that is newer than the given one and that nobody else chooses. */
  public static long next(long version, RandomGenerator random) {
    return after(version, random.nextLong());
  }

  /** The version of what two records are together: the same for everybody who joins them. */
  public static long joining(long one, long other) {
    long mixed = (Math.max(one, other) * SCATTER + Math.min(one, other)) * SCATTER;
    return after(Math.max(one, other), mixed >>> RANDOM_BITS);
  }

  private static long after(long version, long bits) {
    long counter = (version >>> RANDOM_BITS) + 1;
    return (counter << RANDOM_BITS) | (bits & RANDOM_MASK);
  }

  /** Whether it is a plain counter, or 0: the version of no record. */
  static boolean isPlain(long version) {
    return version >>> RANDOM_BITS == 0;
  }
}
