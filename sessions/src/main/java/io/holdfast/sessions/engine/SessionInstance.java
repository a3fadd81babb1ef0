package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.model.SessionView;

/** A session that several Tomcats serve at the same time; this one's instance of it. */
public interface SessionInstance extends SessionView {

  /** The attributes; one object for the instance's whole life. */
  InstanceAttributes instanceAttributes();

  /** Returns whether an attribute is to be stored. */
  boolean isStorable(String name, Object value);

  /** What is known about the session's record; one object for the instance's whole life. */
  InstanceState instanceState();

  /**
   * The times of the session with the longest interval of any record of it that this Tomcat has
   * read or written: a node that was away since may have that record, and keep it so long.
   */
  default SessionTimes lastingTimes() {
    return instanceState().writer().withLongestInterval(times());
  }
}
