package io.holdfast.core.session;

import java.util.random.RandomGenerator;

/**
 * Versions of the records of non-sticky sessions: a counter, and below it the writer of the record.
 *
 * <p>A larger version is newer. Two writers that count to the same next version without knowing of
 * each other differ below, so no two records have one version, and every Tomcat takes the same of
 * the two for the newer. A writer's record includes all that it wrote before; a merged record has
 * no writer. Plain counters, as sticky sessions have them, are versions as well and older than all
 * of these.
 */
public final class RecordVersion {

  /** How many of the lower bits of a version tell its writer. */
  public static final int WRITER_BITS = 20;

  private static final long WRITER_MASK = (1L << WRITER_BITS) - 1;

  /** Below the counter of a merged record; no writer has it. */
  private static final long JOINED = 1L << (WRITER_BITS - 1);

  private static final long SCATTER = 0x9e3779b97f4a7c15L;

  private RecordVersion() {}

  /** A number for a writer; two writers of one session have the same only by chance. */
  public static int writer(RandomGenerator random) {
    return random.nextInt((int) JOINED);
  }

  /** The next version of this writer that is newer than the given one. */
  public static long next(long version, long writer) {
    return ((counterOf(version) + 1) << WRITER_BITS) | (writer & WRITER_MASK);
  }

  /** A version that is newer than the given one, by a writer that writes only this record. */
  public static long next(long version, RandomGenerator random) {
    return next(version, writer(random));
  }

  /** The version of the merge of two records: every Tomcat that merges them gets the same. */
  public static long joining(long one, long other) {
    long mixed = (Math.max(one, other) * SCATTER + Math.min(one, other)) * SCATTER;
    return next(Math.max(one, other), (mixed >>> WRITER_BITS) | JOINED);
  }

  /** The version of this counter and writer; both as {@link #counterOf} and {@link #writerOf}. */
  public static long of(long counter, int writer) {
    return (counter << WRITER_BITS) | writer;
  }

  /** The least number of versions before. */
  public static long counterOf(long version) {
    return version >>> WRITER_BITS;
  }

  /** The writer of the record of that version; a merged one has no real writer. */
  public static int writerOf(long version) {
    return (int) (version & WRITER_MASK);
  }

  /** Returns whether this is a merged record: all its changes are in the two before. */
  static boolean isJoined(long version) {
    return !isPlain(version) && (version & JOINED) != 0;
  }

  /** The latest version that a writer can have written up to another version. */
  static long latestOf(int writer, long limit) {
    long same = (counterOf(limit) << WRITER_BITS) | writer;
    return same <= limit ? same : Math.max(0, same - (1L << WRITER_BITS));
  }

  /** Returns whether it is a plain counter, or 0: the version of no record. */
  static boolean isPlain(long version) {
    return counterOf(version) == 0;
  }
}
