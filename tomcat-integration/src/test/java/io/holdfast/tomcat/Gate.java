package io.holdfast.tomcat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where a request, or an object that is written, waits until the test lets it go on. */
final class Gate {

  private static final int SECONDS = 60;

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  /** Waits until the gate is open. */
  void pass() {
    arrived.countDown();
    await(opened);
  }

  /** Waits until a thread is at the gate, or has passed it. */
  void awaitArrival() {
    await(arrived);
  }

  void open() {
    opened.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not within " + SECONDS + " seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
