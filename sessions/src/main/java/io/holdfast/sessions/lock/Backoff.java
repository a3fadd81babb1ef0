package io.holdfast.sessions.lock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before asking again for a lease that another Tomcat has: doubled each time up to
 * a limit, and half of it at random, so that waiting Tomcats do not ask at the same moment.
 *
 * @param random spreads the waits; thread-safe
 */
record Backoff(RandomGenerator random) {

  private static final long FIRST_NANOS = Duration.ofMillis(2).toNanos();
  private static final long MOST_NANOS = Duration.ofMillis(50).toNanos();
  private static final int MAX_DOUBLINGS = 20;

  /** The wait after this many failed attempts, counted from 1. */
  Duration after(int attempts) {
    long doubled = FIRST_NANOS << Math.min(attempts - 1, MAX_DOUBLINGS);
    return jittered(Math.min(doubled, MOST_NANOS));
  }

  /** A wait in which every other waiting Tomcat asks at least once. */
  Duration pause() {
    return jittered(MOST_NANOS / 2).plusNanos(MOST_NANOS);
  }

  private Duration jittered(long most) {
    return Duration.ofNanos(most / 2 + random.nextLong(most / 2 + 1));
  }
}
