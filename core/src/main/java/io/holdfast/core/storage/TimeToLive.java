package io.holdfast.core.storage;

/**
 * How long a node keeps a value.
 *
 * @param seconds the time in seconds; 0 means without expiry, -1 that it is over at once
 */
public record TimeToLive(long seconds) {

  /** Without expiry. */
  public static final TimeToLive UNLIMITED = new TimeToLive(0);

  /**
   * Over at once: what is written with it is gone when the node answers. With a condition it is a
   * removal that happens only if the condition holds.
   */
  public static final TimeToLive OVER = new TimeToLive(-1);

  /** Checks the range. */
  public TimeToLive {
    if (seconds < -1) {
      throw new IllegalArgumentException("time to live must not be negative: " + seconds);
    }
  }
}
