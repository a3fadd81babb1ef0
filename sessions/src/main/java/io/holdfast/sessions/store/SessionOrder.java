package io.holdfast.sessions.store;

import io.holdfast.core.session.SessionTimes;

/**
 * The one order of the sessions that have the same id one after the other: by the time at which
 * they were created. Only within one session do versions count.
 *
 * <p>Tomcat gives a browser's id to its next session while another application has the id yet. A
 * later session's record or tombstone counts everywhere: on a node, for an instance, for a file,
 * and in what a Tomcat remembers.
 */
public enum SessionOrder {
  /** The other session was created later, and replaces this one. */
  EARLIER,
  /** It is the same session. */
  SAME,
  /** This session was created later, and replaces the other one. */
  LATER;

  /**
   * Returns how one session relates to another one with its id.
   *
   * @param creationTime of the session, milliseconds since the epoch
   * @param other the creation time of the other one, milliseconds since the epoch
   */
  public static SessionOrder of(long creationTime, long other) {
    if (creationTime == other) {
      return SAME;
    }
    return creationTime > other ? LATER : EARLIER;
  }

  /**
   * Returns how one session relates to another one with its id.
   *
   * @param times of the session
   * @param other the times of the other one
   */
  public static SessionOrder of(SessionTimes times, SessionTimes other) {
    return of(times.creationTime(), other.creationTime());
  }

  /**
   * Returns whether the end of this session is one of the other, too: the tombstone of a session
   * ends all sessions that had its id before.
   */
  public boolean ends() {
    return this != EARLIER;
  }
}
