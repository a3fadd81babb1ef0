package io.holdfast.tomcat.session;

import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/** Whose sessions are whose, as it is listed for all Tomcats. */
public interface SessionUsers {

  /** Nothing is listed. */
  SessionUsers NONE = (session, before) -> {};

  /**
   * The user of a session may have changed: somebody has logged in, or out.
   *
   * @param before whose it was; null if nobody's
   */
  void mayHaveChanged(Session session, @Nullable String before);
}
