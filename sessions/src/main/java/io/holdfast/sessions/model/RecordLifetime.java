package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;

/**
 * How long the nodes keep a session's record, unless it is extended.
 *
 * <p>That is the session's interval with a slack of a quarter on top. As long as less than the
 * slack has passed since the time to live was set, a session that was used just now outlives its
 * interval in the store without being extended. The additional second covers memcached's clock,
 * which counts whole seconds and may drop an item almost one second early.
 *
 * @param grace how much longer than the session may be used
 */
public record RecordLifetime(Duration grace) {

  private static final int SLACK_DIVISOR = 4;
  private static final int CLOCK_SECONDS = 1;

  /** How long the invalidation of a session is remembered that would never have expired. */
  private static final Duration END_OF_UNLIMITED = Duration.ofDays(30);

  /**
   * How long the invalidation of a short session is remembered: by default, a Tomcat that still has
   * the session looks for expired ones once a minute.
   */
  private static final Duration SHORTEST_MEMORY = Duration.ofMinutes(10);

  /** Not longer than needed. */
  public static final RecordLifetime SHORTEST = new RecordLifetime(Duration.ZERO);

  /** The time to live of a record, from an interval in seconds; 0 or below for no end. */
  public TimeToLive of(int maxInactiveInterval) {
    if (maxInactiveInterval <= 0) {
      return TimeToLive.UNLIMITED;
    }
    long slackRoundedUp = (maxInactiveInterval + (SLACK_DIVISOR - 1L)) / SLACK_DIVISOR;
    return new TimeToLive(maxInactiveInterval + slackRoundedUp + CLOCK_SECONDS + grace.toSeconds());
  }

  /** The time to live of a session's record that is written now. */
  public TimeToLive of(SessionTimes times) {
    return of(times.maxInactiveInterval());
  }

  /**
   * How long after its time to live was set a record need not be extended.
   *
   * @return milliseconds; {@link Long#MAX_VALUE} for a session that never expires
   */
  public static long slackMillis(int maxInactiveInterval) {
    return maxInactiveInterval <= 0 ? Long.MAX_VALUE : maxInactiveInterval * 1000L / SLACK_DIVISOR;
  }

  /**
   * Returns whether a request has to extend a record.
   *
   * @param millis since its time to live was set; negative if the clock was set back, so that they
   *     are not known
   */
  public static boolean isExtensionDue(int maxInactiveInterval, long millis) {
    return maxInactiveInterval > 0 && (millis < 0 || millis > slackMillis(maxInactiveInterval));
  }

  /**
   * How long the nodes keep the tombstone of a session: as long as any copy of the record, or an
   * instance in a Tomcat that expires it late, may live.
   */
  public TimeToLive ofEnd(SessionTimes times) {
    return times.maxInactiveInterval() <= 0
        ? new TimeToLive(END_OF_UNLIMITED.toSeconds())
        : new TimeToLive(Math.max(SHORTEST_MEMORY.toSeconds(), of(times).seconds()));
  }
}
