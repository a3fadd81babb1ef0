package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.session.SessionTimes;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Tells whether the session of a record has expired.
 *
 * <p>The last use in a record may be one refresh period late, because requests that only read note
 * it late. So a session counts as expired one refresh period after its record says so.
 */
public final class SessionAge {

  /** How much the clocks of Tomcats may differ without harm to any session. */
  public static final long TOLERATED_MILLIS = Duration.ofSeconds(10).toMillis();

  private static final System.Logger LOG = Loggers.of(SessionAge.class);
  private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);

  private final InstantSource clock;
  private final OccasionalLine warnings;

  public SessionAge(InstantSource clock) {
    this.clock = clock;
    this.warnings = new OccasionalLine(BETWEEN_WARNINGS, clock);
  }

  /** Returns whether the session has expired, even if its last use was noted late. */
  public boolean isOver(SessionTimes times) {
    return clock.millis() >= overAt(times);
  }

  /**
   * When a session expires unless a request uses it, even if its last use was noted late.
   *
   * @return milliseconds since the epoch; {@link Long#MAX_VALUE} if never
   */
  public static long overAt(SessionTimes times) {
    int interval = times.maxInactiveInterval();
    return interval <= 0
        ? Long.MAX_VALUE
        : times.thisAccessedTime() + interval * 1000L + RecordLifetime.slackMillis(interval);
  }

  /** Warns if a record's last use is in the future: sessions of this Tomcat look older there. */
  private void warnIfAhead(SessionTimes times) {
    long ahead = times.thisAccessedTime() - clock.millis();
    if (ahead > TOLERATED_MILLIS && warnings.due() >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A session was used {0} seconds in the future: the clocks of the Tomcats differ. On the"
              + " faster ones sessions of the others end too early. Keep the clocks in step, for"
              + " example by NTP.",
          String.valueOf(ahead / 1_000));
    }
  }

  /**
   * The times of a session that a request asks for now: the last access in the record becomes the
   * one before. The container would otherwise expire a session whose last use was noted late.
   */
  public SessionTimes inUse(SessionTimes times) {
    warnIfAhead(times);
    int interval = times.maxInactiveInterval();
    long lastAccessed = times.thisAccessedTime();
    long now = clock.millis();
    boolean inDoubt = interval > 0 && now - lastAccessed >= interval * 1000L;
    return times.withAccess(lastAccessed, inDoubt ? now : lastAccessed);
  }
}
