package io.holdfast.tomcat.mode;

import io.holdfast.core.log.Loggers;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/** Ends sessions as their application would. */
public final class SessionInvalidation {

  private static final System.Logger LOG = Loggers.of(SessionInvalidation.class);

  private SessionInvalidation() {}

  /**
   * Ends a session, with its events, if it is the one that is meant.
   *
   * @param session that has the id now; null if none has
   * @param created when the one that is meant was created, milliseconds since the epoch
   * @return false if this one was created later; then nothing has happened
   */
  public static boolean endUnlessLater(@Nullable Session session, long created) {
    if (session instanceof BackedUpSession later && later.times().creationTime() > created) {
      return false;
    }
    var unused = end(session);
    return true;
  }

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
