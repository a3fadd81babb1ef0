package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionTimes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Warns, once an hour at most, when a record's last use is in the future: then another Tomcat's
 * clock is ahead, and sessions of this Tomcat look older there than they are.
 */
final class ClockCheck {

  private static final System.Logger LOG = Loggers.of(ClockCheck.class);

  /** How much clocks may differ without harm to any session. */
  private static final long TOLERATED_MILLIS = Duration.ofSeconds(10).toMillis();

  private static final long BETWEEN_WARNINGS_MILLIS = Duration.ofHours(1).toMillis();

  private final AtomicLong warnAgainAt = new AtomicLong(Long.MIN_VALUE);
  private final InstantSource clock;

  ClockCheck(InstantSource clock) {
    this.clock = clock;
  }

  /** A record with these times was read. */
  void read(SessionTimes times) {
    long now = clock.millis();
    long ahead = times.thisAccessedTime() - now;
    long due = warnAgainAt.get();
    if (ahead > TOLERATED_MILLIS
        && now >= due
        && warnAgainAt.compareAndSet(due, now + BETWEEN_WARNINGS_MILLIS)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A session was used {0} seconds in the future: the clocks of the Tomcats differ. On the"
              + " faster ones sessions of the others end too early. Keep the clocks in step, for"
              + " example by NTP.",
          String.valueOf(ahead / 1_000));
    }
  }
}
