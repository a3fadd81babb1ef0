package io.holdfast.core.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** Where sessions may be that the store could not take. Thread-safe. */
public interface DiskFallback {

  /** There is none: nothing is ever found. */
  DiskFallback NONE = new Nowhere();

  /**
   * Makes a session that was kept ours. Of several Tomcats one gets it; this one gets it again
   * until it is {@link #stored} or has {@link #ended}.
   *
   * @return null if there is none
   */
  @Nullable SessionSnapshot claim(SessionId id);

  /** The store has the session again. */
  void stored(SessionId id);

  /** The session has ended, or what was kept of it counts no more. */
  void ended(SessionId id);

  /** What was kept of the session cannot be decoded. */
  void unreadable(SessionId id);
}
