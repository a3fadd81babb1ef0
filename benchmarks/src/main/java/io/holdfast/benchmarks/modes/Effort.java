package io.holdfast.benchmarks.modes;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param users who ask side by side, each again as soon as an answer is there
 * @param warmUp for how long each page is asked for before the rounds
 * @param rounds how often each page is measured on each Tomcat
 * @param turn for how long it is asked for each time
 */
record Effort(int users, Duration warmUp, int rounds, Duration turn) {

  /** About twelve minutes; a Tomcat without sticky sessions needs half a minute to be warm. */
  static final Effort FULL = new Effort(50, Duration.ofSeconds(10), 5, Duration.ofSeconds(1));

  /** Less than two minutes; enough to see that it works, too little to compare. */
  static final Effort QUICK = new Effort(50, Duration.ofMillis(400), 2, Duration.ofMillis(400));
}
