package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How far an application is on its way to its end, and the sessions that were ended when it had no
 * store any more: their records stay, and who asked for the end must be told so.
 */
final class ShutdownState {

  private final Set<String> endedTooLate = ConcurrentHashMap.newKeySet();
  private volatile boolean leaving;
  private volatile boolean stopped;

  /** The application begins to stop. */
  public void leave() {
    leaving = true;
  }

  /** Nothing can be asked of the store any more. */
  public void stop() {
    leaving = true;
    stopped = true;
  }

  /** Returns whether the application stops, or has stopped. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Returns whether nothing can be asked of the store any more. */
  public boolean isStopped() {
    return stopped;
  }

  /** A session was ended whose record stays. */
  public void endedTooLate(SessionId id) {
    endedTooLate.add(id.base());
  }

  /** Returns whether the session that a request names was ended, and its record stays. */
  public boolean isEndLost(@Nullable SessionId requested) {
    return requested != null && endedTooLate.contains(requested.base());
  }
}
