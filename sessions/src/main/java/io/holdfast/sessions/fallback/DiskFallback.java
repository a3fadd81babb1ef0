package io.holdfast.sessions.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** Sessions in files that the store could not take at a stop; none by default. Thread-safe. */
public interface DiskFallback {

  /** What the store cannot take is lost when the Tomcat stops. */
  DiskFallback NONE = new DiskFallback() {};

  /** Finds a session, until it is {@link #stored} or has {@link #ended}. */
  default @Nullable SessionSnapshot find(SessionId id) {
    return null;
  }

  /** The store has the session again. */
  default void stored(SessionId id) {}

  /** The session has ended, or its file is out of date. */
  default void ended(SessionId id) {}

  /** The file of the session cannot be decoded. */
  default void unreadable(SessionId id) {}
}
