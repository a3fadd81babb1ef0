package io.holdfast.benchmarks.peers;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param users who keep their connections and cookies
 * @param warmUp for how long they ask each Tomcat for each page before the rounds
 * @param rounds how often each page is measured on each Tomcat
 * @param turn for how long users ask for it each time
 * @param visitors who ask at the same time, with a new connection and no cookie for each request
 * @param visits how many requests of theirs there are together
 */
record Effort(int users, Duration warmUp, int rounds, Duration turn, int visitors, int visits) {

  /** About twenty-five minutes. */
  static final Effort FULL =
      new Effort(50, Duration.ofSeconds(1), 3, Duration.ofMillis(600), 200, 10_000);

  /** About five minutes; enough to see that it works, too little to compare. */
  static final Effort QUICK =
      new Effort(50, Duration.ofMillis(200), 1, Duration.ofMillis(250), 200, 1_500);
}
