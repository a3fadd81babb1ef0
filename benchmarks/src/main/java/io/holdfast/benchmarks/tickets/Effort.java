package io.holdfast.benchmarks.tickets;

/**
 * How much is measured.
 *
 * @param users who do the same step side by side
 * @param visits of each user in a turn
 * @param warmUps turns of each server before the rounds
 * @param rounds turns of each server that count
 */
record Effort(int users, int visits, int warmUps, int rounds) {

  /** Some three minutes. */
  static final Effort FULL = new Effort(20, 75, 4, 7);

  /** Less than one; enough to see that it works, too little to compare. */
  static final Effort QUICK = new Effort(20, 25, 2, 2);
}
