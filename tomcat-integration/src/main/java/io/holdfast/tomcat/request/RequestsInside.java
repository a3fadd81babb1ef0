package io.holdfast.tomcat.request;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests that are between the valve of an application and its end. */
public final class RequestsInside {

  private final AtomicInteger count = new AtomicInteger();

  public void entered() {
    count.incrementAndGet();
  }

  public void left() {
    if (count.decrementAndGet() == 0) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /**
   * Waits until none is inside.
   *
   * @return false if some still are when the time is up
   */
  public synchronized boolean awaitNone(Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    try {
      while (count.get() > 0) {
        long rest = until - System.nanoTime();
        if (rest <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, rest);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
