package io.holdfast.dist;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The pause between two requests of a client that is always there. Without one a client takes the
 * processors that the Tomcats need for what is tried, and makes no other case happen.
 */
final class Pace {

  private static final Duration PAUSE = Duration.ofMillis(25);

  private Pace() {}

  /** Returns when it is time for the next request; may be too early. */
  static void pause() {
    LockSupport.parkNanos(PAUSE.toNanos());
  }
}
