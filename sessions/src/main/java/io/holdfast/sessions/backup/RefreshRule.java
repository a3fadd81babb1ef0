package io.holdfast.sessions.backup;

/**
 * How long the store keeps a session, and how seldom its time to live has to be set again.
 *
 * <p>The store's time to live is the session's interval with a slack of a quarter on top. As long
 * as less than the slack has passed since it was set, a session that was used just now outlives its
 * interval in the store without being touched. The additional second covers memcached's clock,
 * which counts whole seconds and may drop an item almost one second early.
 */
public final class RefreshRule {

  private static final int SLACK_DIVISOR = 4;
  private static final int CLOCK_SECONDS = 1;

  private RefreshRule() {}

  /**
   * The time to live to give to the store.
   *
   * @param maxInactiveInterval seconds; 0 or below: the session never expires
   * @return seconds; 0 for a session that never expires
   */
  public static long timeToLiveSeconds(int maxInactiveInterval) {
    if (maxInactiveInterval <= 0) {
      return 0;
    }
    long interval = maxInactiveInterval;
    long quarterRoundedUp = (interval + SLACK_DIVISOR - 1) / SLACK_DIVISOR;
    return interval + quarterRoundedUp + CLOCK_SECONDS;
  }

  /**
   * The time since the last refresh beyond which the next request refreshes.
   *
   * @param maxInactiveInterval seconds; 0 or below: the session never expires
   * @return milliseconds; {@link Long#MAX_VALUE} for a session that never expires
   */
  public static long refreshAfterMillis(int maxInactiveInterval) {
    return maxInactiveInterval <= 0 ? Long.MAX_VALUE : maxInactiveInterval * 1000L / SLACK_DIVISOR;
  }

  /**
   * Returns whether a request has to refresh the time to live.
   *
   * @param maxInactiveInterval seconds; 0 or below: the session never expires
   * @param millisSinceRefresh milliseconds since the last refresh; negative if the clock was set
   *     back, which makes the refresh due because its age is unknown
   */
  public static boolean isDue(int maxInactiveInterval, long millisSinceRefresh) {
    if (maxInactiveInterval <= 0) {
      return false;
    }
    return millisSinceRefresh < 0 || millisSinceRefresh > refreshAfterMillis(maxInactiveInterval);
  }
}
