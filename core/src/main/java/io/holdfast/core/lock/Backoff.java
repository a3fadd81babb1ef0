package io.holdfast.core.lock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before asking again for what others have: doubled each time up to a limit, and
 * half of it at random, so that those who wait do not ask at the same moment.
 *
 * @param shortest the first wait at most
 * @param longest the last waits at most
 * @param random spreads the waits; thread-safe
 */
record Backoff(Duration shortest, Duration longest, RandomGenerator random) {

  private static final int MAX_DOUBLINGS = 20;

  /** The wait after so many attempts in vain, counted from 1. */
  Duration after(int attempts) {
    long doubled = shortest.toNanos() << Math.min(attempts - 1, MAX_DOUBLINGS);
    return jittered(Math.min(doubled, longest.toNanos()));
  }

  /** A wait in which everybody else asks at least once. */
  Duration pause() {
    return longest.plus(jittered(longest.toNanos() / 2));
  }

  private Duration jittered(long most) {
    return Duration.ofNanos(most / 2 + random.nextLong(most / 2 + 1));
  }
}
