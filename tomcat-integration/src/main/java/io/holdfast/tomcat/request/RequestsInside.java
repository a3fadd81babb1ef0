package io.holdfast.tomcat.request;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Counts the requests that are between the valve of an application and its end. */
public final class RequestsInside {

  private static final int ALL = Integer.MAX_VALUE;

  private final Semaphore places = new Semaphore(ALL);

  public void entered() {
    places.acquireUninterruptibly();
  }

  public void left() {
    places.release();
  }

  /**
   * Waits until none is inside.
   *
   * @return false if some still are when the time is up
   */
  public boolean awaitNone(Duration atMost) {
    try {
      boolean isNone = places.tryAcquire(ALL, atMost.toNanos(), TimeUnit.NANOSECONDS);
      if (isNone) {
        places.release(ALL); // others may still come
      }
      return isNone;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
