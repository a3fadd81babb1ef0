package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far an application is on its way to its end, and the sessions that were ended when it had no
 * store any more: their records stay, and who asked for the end must be told so.
 */
final class ShutdownState {

  private static final int ALL = Integer.MAX_VALUE;

  /** Each request takes one while it is between the valve and its end. */
  private final Semaphore places = new Semaphore(ALL);

  private final Set<String> endedTooLate = ConcurrentHashMap.newKeySet();
  private volatile boolean leaving;
  private volatile boolean stopped;

  /** A request enters the valve. */
  public void requestEntered() {
    places.acquireUninterruptibly();
  }

  /** The request has left the valve. */
  public void requestLeft() {
    places.release();
  }

  /**
   * The application begins to stop, when no request is in the valve, or at last after this time.
   */
  public void leave(Duration atMost) {
    try {
      if (places.tryAcquire(ALL, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        places.release(ALL); // others may still come
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
