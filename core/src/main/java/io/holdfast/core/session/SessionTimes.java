package io.holdfast.core.session;

/**
 * The clock readings and the interval of a session, with the meaning Tomcat gives them.
 *
 * @param creationTime milliseconds since the epoch
 * @param lastAccessedTime start of the request before the current one, milliseconds since the epoch
 * @param thisAccessedTime start of the current or latest request, milliseconds since the epoch
 * @param maxInactiveInterval seconds without a request after which the session expires; 0 or below:
 *     never
 */
public record SessionTimes(
    long creationTime, long lastAccessedTime, long thisAccessedTime, int maxInactiveInterval) {

  /** Returns whether these are the same times. */
  public boolean isSameAs(SessionTimes other) {
    return other.are(creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval);
  }

  /** Returns whether these times are made of the same numbers. */
  public boolean are(long created, long lastAccessed, long thisAccessed, int seconds) {
    return creationTime == created
        && lastAccessedTime == lastAccessed
        && thisAccessedTime == thisAccessed
        && maxInactiveInterval == seconds;
  }

  /** These times with later accesses. */
  public SessionTimes withAccess(long lastAccessed, long thisAccessed) {
    return new SessionTimes(creationTime, lastAccessed, thisAccessed, maxInactiveInterval);
  }

  /** These times with the longer one of two intervals. */
  public SessionTimes withLongerInterval(int seconds) {
    boolean isEndless = maxInactiveInterval <= 0 || seconds <= 0;
    return withInterval(isEndless ? 0 : Math.max(maxInactiveInterval, seconds));
  }

  /** These times with another interval. */
  public SessionTimes withInterval(int seconds) {
    return seconds == maxInactiveInterval
        ? this
        : new SessionTimes(creationTime, lastAccessedTime, thisAccessedTime, seconds);
  }
}
