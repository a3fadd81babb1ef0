package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;

/** The line in the log that says that a session is too large to be stored. */
public final class SizeWarning {

  private static final System.Logger LOG = Loggers.of(SizeWarning.class);

  private SizeWarning() {}

  /**
   * Logs the warning.
   *
   * @param bytes size of the record
   * @param remedy which limit it is above, and what to do
   */
  public static void log(SessionId id, int bytes, String remedy) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Session {0} is too large to be stored: {1} bytes. It lives on in this Tomcat; the store"
            + " keeps its last record that fitted, if there was one. {2}.",
        id,
        String.valueOf(bytes),
        remedy);
  }
}
