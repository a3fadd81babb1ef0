package io.holdfast.tomcat.mode;

import org.apache.catalina.Session;

/** Whose sessions are whose, as it is listed for all Tomcats. */
public interface SessionUsers {

  /** Nothing is listed. */
  SessionUsers NONE = session -> {};

  /** The user of a session may have changed: somebody has logged in, or out. */
  void mayHaveChanged(Session session);
}
