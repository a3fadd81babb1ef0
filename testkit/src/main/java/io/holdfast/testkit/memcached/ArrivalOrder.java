package io.holdfast.testkit.memcached;

import java.time.Duration;

/**
 * When the answers of one connection arrive: each after its delay, and none before the one in front
 * of it, even if the delay got shorter in between. In another order, a client would take each for
 * the answer to another command.
 */
final class ArrivalOrder {

  private long last;

  /** A new connection without answers under way. */
  ArrivalOrder(long now) {
    last = now;
  }

  /**
   * Takes the next answer.
   *
   * @param now when it comes from the node, by {@link System#nanoTime()}, not before the last
   *     call's
   * @return in how many nanoseconds it arrives, 0 or more
   */
  long untilNext(long now, Duration delay) {
    last = Math.max(last - now, delay.toNanos()) + now;
    return last - now;
  }
}
