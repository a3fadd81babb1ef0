package io.holdfast.sessions.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** Sessions in files that the store could not take at a stop. Thread-safe. */
public interface DiskFallback {

  /** No fallback: never finds a session. */
  DiskFallback NONE = new Nowhere();

  /**
   * Takes a session for this Tomcat. One of several Tomcats gets it; this one gets it again until
   * it is {@link #stored} or has {@link #ended}.
   *
   * @return null if there is none
   */
  @Nullable SessionSnapshot claim(SessionId id);

  /** The store has the session again. */
  void stored(SessionId id);

  /** The session has ended, or its file is out of date. */
  void ended(SessionId id);

  /** The file of the session cannot be decoded. */
  void unreadable(SessionId id);
}
