package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Turns a time to live into memcached's expiration: 0 for never, seconds up to 30 days, above that
 * a point in time as seconds since the epoch.
 *
 * <p>A value that expires at once gets a point in time long past: the binary protocol has no
 * negative numbers and takes -1 for a time far ahead.
 */
final class MemcachedExpiration {

  private static final long LONGEST_RELATIVE = Duration.ofDays(30).toSeconds();

  private static final int LONG_PAST = (int) LONGEST_RELATIVE + 1;

  private final InstantSource clock;

  MemcachedExpiration(InstantSource clock) {
    this.clock = clock;
  }

  /** The expiration; one that does not fit into the protocol's 32 bits becomes the latest. */
  int of(TimeToLive timeToLive) {
    if (timeToLive.equals(TimeToLive.OVER)) {
      return LONG_PAST;
    }
    long seconds = timeToLive.seconds();
    if (seconds <= LONGEST_RELATIVE) {
      return (int) seconds;
    }
    long latest = Integer.MAX_VALUE;
    long now = clock.instant().getEpochSecond();
    return (int) (seconds >= latest - now ? latest : now + seconds);
  }
}
