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

  private RecordVersion() {}

  /** A version that is newer than the given one and that nobody else chooses. */
  public static long next(long version, RandomGenerator random) {
    long counter = (version >>> RANDOM_BITS) + 1;
    return (counter << RANDOM_BITS) | (random.nextLong() & RANDOM_MASK);
  }

  /**
   * Whether two different records were written without knowledge of each other: both follow the
   * same number of others.
   */
  public static boolean areSiblings(long one, long other) {
    return one != other && one >>> RANDOM_BITS == other >>> RANDOM_BITS;
  }
}
