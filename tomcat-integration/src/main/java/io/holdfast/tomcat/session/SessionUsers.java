package io.holdfast.tomcat.session;

import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/** Whose sessions are whose, as it is listed for all Tomcats. */
public interface SessionUsers {

  /** Nothing is listed. */
  SessionUsers NONE = (session, before) -> {};

  /**
   * The user of a session may have changed, by a login or a logout.
   *
   * @param before the former user; null if there was none
   */
  void mayHaveChanged(Session session, @Nullable String before);
}
