package io.holdfast.benchmarks.tickets;

/**
 * One step of all visits.
 *
 * @param answers how many there were
 * @param seconds from the first question to the last answer, users side by side
 * @param sum of what was waited for each answer, in milliseconds
 * @param sumOfSquares of the same
 */
record Timing(long answers, double seconds, double sum, double sumOfSquares) {

  static final Timing NONE = new Timing(0, 0, 0, 0);

  /** One answer that took so many milliseconds, of which nobody measures the seconds. */
  Timing plus(double millis) {
    return new Timing(answers + 1, seconds, sum + millis, sumOfSquares + millis * millis);
  }

  /** Both, one after the other. */
  Timing plus(Timing other) {
    return new Timing(
        answers + other.answers,
        seconds + other.seconds,
        sum + other.sum,
        sumOfSquares + other.sumOfSquares);
  }

  /** The same answers in this time. */
  Timing within(double newSeconds) {
    return new Timing(answers, newSeconds, sum, sumOfSquares);
  }

  /** Answers a second. */
  double rate() {
    return answers / seconds;
  }

  /** Average wait in milliseconds. */
  double average() {
    return sum / answers;
  }

  /** Standard deviation of the wait in milliseconds. */
  double deviation() {
    return Math.sqrt(Math.max(0, sumOfSquares / answers - average() * average()));
  }
}
