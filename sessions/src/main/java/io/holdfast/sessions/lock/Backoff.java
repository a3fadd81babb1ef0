package io.holdfast.sessions.lock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before asking again for a lease that another Tomcat has: doubled each time up to
 * a limit, and half of it at random, so that waiting Tomcats do not ask at the same moment.
 *
 * @param shortest upper bound of the first wait
 * @param longest upper bound of every wait
 * @param random spreads the waits; thread-safe
 */
record Backoff(Duration shortest, Duration longest, RandomGenerator random) {

  private static final int MAX_DOUBLINGS = 20;

  /** The wait after this many failed attempts, counted from 1. */
  Duration after(int attempts) {
    long doubled = shortest.toNanos() << Math.min(attempts - 1, MAX_DOUBLINGS);
    return jittered(Math.min(doubled, longest.toNanos()));
  }

  /** A wait in which every other waiting Tomcat asks at least once. */
  Duration pause() {
    return longest.plus(jittered(longest.toNanos() / 2));
  }

  private Duration jittered(long most) {
    return Duration.ofNanos(most / 2 + random.nextLong(most / 2 + 1));
  }
}
