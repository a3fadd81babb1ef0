package io.holdfast.testkit.memcached;

import java.time.Duration;

/** Translates the protocol's {@code exptime} into a moment. */
final class Expiry {

  static final long NEVER = Long.MAX_VALUE;

  /** Up to this many seconds are counted from now, more are seconds since 1970. */
  private static final long LONGEST_RELATIVE = Duration.ofDays(30).toSeconds();

  private Expiry() {}

  /** The millisecond since 1970 from which an item is gone; in the past for a negative time. */
  static long expiresAt(long exptime, long nowMillis) {
    if (exptime == 0) {
      return NEVER;
    }
    if (exptime < 0) {
      return nowMillis;
    }
    long millis = Math.min(exptime, NEVER / 2000) * 1000;
    return exptime <= LONGEST_RELATIVE ? nowMillis + millis : millis;
  }
}
