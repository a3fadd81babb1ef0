package io.holdfast.core.flow;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;

/**
 * How long the nodes keep a session's record.
 *
 * @param grace how much longer than the session may be used
 */
record RecordLifetime(Duration grace) {

  /** Not longer than needed. */
  static final RecordLifetime SHORTEST = new RecordLifetime(Duration.ZERO);

  /**
   * The time to live of a record that is written now.
   *
   * @param maxInactiveInterval seconds; 0 or below: the session never expires
   */
  TimeToLive of(int maxInactiveInterval) {
    long seconds = RefreshRule.timeToLiveSeconds(maxInactiveInterval);
    return seconds == 0 ? TimeToLive.UNLIMITED : new TimeToLive(seconds + grace.toSeconds());
  }

  /** The same of a session. */
  TimeToLive of(SessionTimes times) {
    return of(times.maxInactiveInterval());
  }
}
