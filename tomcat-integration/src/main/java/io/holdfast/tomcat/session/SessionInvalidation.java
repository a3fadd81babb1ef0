package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/** Ends sessions as their application would. */
public final class SessionInvalidation {

  private static final System.Logger LOG = Loggers.of(SessionInvalidation.class);

  private SessionInvalidation() {}

  /**
   * Ends a session, with its events.
   *
   * @return false if there is none, or it has ended by itself
   */
  public static boolean end(@Nullable Session session) {
    try {
      if (session instanceof StandardSession standard && standard.isValid()) {
        standard.invalidate();
        return true;
      }
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "A session ended by itself", e);
    }
    return false;
  }
}
