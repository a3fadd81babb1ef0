package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.session.SessionTimes;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Warns, once an hour at most, when a record's last use is in the future: then another Tomcat's
 * clock is ahead, and sessions of this Tomcat look older there than they are.
 */
final class ClockCheck {

  private static final System.Logger LOG = Loggers.of(ClockCheck.class);

  private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);

  private final InstantSource clock;
  private final OccasionalLine line;

  ClockCheck(InstantSource clock) {
    this.clock = clock;
    this.line = new OccasionalLine(BETWEEN_WARNINGS, clock);
  }

  /** A record with these times was read. */
  void read(SessionTimes times) {
    long ahead = times.thisAccessedTime() - clock.millis();
    if (ahead > SessionAge.TOLERATED_MILLIS && line.due() >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A session was used {0} seconds in the future: the clocks of the Tomcats differ. On the"
              + " faster ones sessions of the others end too early. Keep the clocks in step, for"
              + " example by NTP.",
          String.valueOf(ahead / 1_000));
    }
  }
}
