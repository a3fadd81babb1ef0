package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.backup.RefreshRule;
import java.time.Duration;

/**
 * How long the nodes keep a session's record.
 *
 * @param grace how much longer than the session may be used
 */
public record RecordLifetime(Duration grace) {

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
    long seconds = RefreshRule.timeToLiveSeconds(maxInactiveInterval);
    return seconds == 0 ? TimeToLive.UNLIMITED : new TimeToLive(seconds + grace.toSeconds());
  }

  /** The time to live of a session's record that is written now. */
  public TimeToLive of(SessionTimes times) {
    return of(times.maxInactiveInterval());
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
