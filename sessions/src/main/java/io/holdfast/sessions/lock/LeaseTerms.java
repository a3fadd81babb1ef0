package io.holdfast.sessions.lock;

import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;

/**
 * The times of a lease.
 *
 * @param timeToLive after which a node forgets a lease that is not renewed
 * @param validity how long its holder may rely on it after it was sent; shorter, because memcached
 *     counts whole seconds: a value with 2 s to live was seen gone after 1.09 s
 * @param renewal how often it is renewed: after two failures there is time for a third try
 * @param patience how long a request waits at most; longer than the lease of a dead holder lasts
 * @param turn how long requests of one Tomcat hand a lease on before others get a chance
 */
record LeaseTerms(
    TimeToLive timeToLive, Duration validity, Duration renewal, Duration patience, Duration turn) {

  /** A second for whole seconds, the rest for a clock that ticks late. */
  private static final Duration SHORTFALL = Duration.ofMillis(1_100);

  static LeaseTerms of(Duration lockExpiration) {
    Duration validity = lockExpiration.minus(SHORTFALL);
    return new LeaseTerms(
        new TimeToLive(lockExpiration.toSeconds()),
        validity,
        validity.dividedBy(3),
        lockExpiration.plusSeconds(1),
        lockExpiration.dividedBy(10));
  }
}
