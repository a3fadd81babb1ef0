package io.holdfast.sessions.sticky;

import io.holdfast.sessions.model.SessionAge;

/** When requests have used a session on this Tomcat, in milliseconds by its clock. */
final class UseTimes {

  private static final long LATE_MILLIS = 1_000;

  private volatile long lastArrival;
  private volatile long lastRequestEnd;
  private volatile long lastNotedUse;
  private volatile boolean endedLate;

  /** A request has come. */
  void arrived(long now) {
    lastArrival = now;
  }

  /** A request has ended. */
  void requestEnded(long now) {
    endedLate = isLate(now); // by this Tomcat's clock alone
    lastRequestEnd = SessionAge.useAfter(lastNotedUse, now);
  }

  /** The end of the last request. */
  long lastRequestEnd() {
    return lastRequestEnd;
  }

  /** When a request used it last, to its end, or another Tomcat as far as that is known here. */
  long last() {
    return Math.max(Math.max(lastArrival, lastRequestEnd), lastNotedUse);
  }

  /** The nodes know of this use. */
  void noted(long time) {
    lastNotedUse = time;
  }

  /** When the session was last used as its record on the nodes says. */
  long lastNotedUse() {
    return lastNotedUse;
  }

  /**
   * Whether the last request came so long ago that the client may have gone on at another Tomcat
   * since, for some requests: the session may have ended there, and another one may have its id.
   */
  boolean isLate(long now) {
    return now - lastArrival >= LATE_MILLIS;
  }

  /** Whether that was so when a request ended last. */
  boolean hasEndedLate() {
    return endedLate;
  }
}
