package io.holdfast.benchmarks.files;

/**
 * How much is measured.
 *
 * @param rounds how often each cell has its turn
 * @param warmUp operations of all threads together before the rounds
 * @param operations of all threads together in a turn
 */
record Effort(int rounds, int warmUp, int operations) {

  /** About three minutes. */
  static final Effort FULL = new Effort(3, 20_000, 100_000);

  /** Some ten seconds; enough to see that it works, too little to compare. */
  static final Effort QUICK = new Effort(2, 2_000, 2_000);
}
