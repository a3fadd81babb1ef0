package io.holdfast.benchmarks.clients;

/**
 * How much is measured.
 *
 * @param rounds of which the best counts
 * @param warmUps rounds before these
 * @param repeats how often a client goes through its values in a round
 */
record Effort(int rounds, int warmUps, int repeats) {

  /** As published: the best of three; each goes through its values often enough to be timed. */
  static final Effort FULL = new Effort(3, 1, 5);

  /** Some ten seconds; enough to see that it works, too little to compare. */
  static final Effort QUICK = new Effort(1, 0, 2);
}
