package io.holdfast.benchmarks.beans;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param users how many ask side by side
 * @param warmUp for how long each server is asked before the rounds
 * @param rounds how often each is measured with each number of users
 * @param turn for how long it is asked each time
 */
record Effort(List<Integer> users, Duration warmUp, int rounds, Duration turn) {

  /** Some five minutes. */
  static final Effort FULL =
      new Effort(
          List.of(100, 200, 300, 400, 500), Duration.ofSeconds(5), 3, Duration.ofMillis(1_500));

  /** One minute; enough to see that it works, too little to compare. */
  static final Effort QUICK =
      new Effort(List.of(100, 500), Duration.ofSeconds(2), 1, Duration.ofSeconds(1));
}
