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

  /** The times of the session, as long as any copy of it may live, also under a former id. */
  default SessionTimes lastingTimes() {
    return instanceState().withLongestInterval(times());
  }
}
