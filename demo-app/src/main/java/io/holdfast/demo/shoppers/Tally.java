package io.holdfast.demo.shoppers;

/**
 * What the shoppers of one run have seen so far.
 *
 * @param shoppers that have not ended
 * @param secondsLeft until the run ends by itself; 0 once it is to end
 * @param requests answered or failed
 * @param errors requests without a cart as their answer, for any reason
 * @param sessionsLost sessions in which an answered item was gone
 * @param slowestMillis the longest request, failed ones included
 */
public record Tally(
    int shoppers,
    long secondsLeft,
    long requests,
    long errors,
    long sessionsLost,
    long slowestMillis) {

  /** Before the first run. */
  static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);
}
