package io.holdfast.core.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of non-sticky sessions only.
 *
 * @param lockingMode how concurrent requests of a session exclude each other
 * @param lockExpiration after which a lease that its holder does not renew is free again; whole
 *     seconds, at least {@value #SHORTEST_EXPIRATION}
 * @param onLockTimeout what a request does that did not get its lease in time
 * @param maxLockWaiters how many requests of one session may wait for its lease in this Tomcat; at
 *     least 1
 * @param maxLockHold how long a request keeps the lease of its session at most after the first byte
 *     of its response has left; null if as long as it runs
 */
public record NonStickySettings(
    LockingMode lockingMode,
    Duration lockExpiration,
    OnLockTimeout onLockTimeout,
    int maxLockWaiters,
    @Nullable Duration maxLockHold) {

  /** The shortest expiration in seconds: memcached counts whole ones and may forget early. */
  public static final int SHORTEST_EXPIRATION = 2;

  /** Of sticky sessions, which need no lease. */
  public static final NonStickySettings UNUSED =
      new NonStickySettings(
          LockingMode.Plain.NONE,
          Duration.ofSeconds(SHORTEST_EXPIRATION),
          OnLockTimeout.REJECT,
          1,
          null);

  /** Checks the expiration and the number of waiting requests. */
  public NonStickySettings {
    if (lockExpiration.toSeconds() < SHORTEST_EXPIRATION || lockExpiration.toNanosPart() != 0) {
      throw new IllegalArgumentException(
          "lockExpiration must be whole seconds, at least %d: %s"
              .formatted(SHORTEST_EXPIRATION, lockExpiration));
    }
    if (maxLockWaiters < 1) {
      throw new IllegalArgumentException("maxLockWaiters must be at least 1: " + maxLockWaiters);
    }
  }
}
