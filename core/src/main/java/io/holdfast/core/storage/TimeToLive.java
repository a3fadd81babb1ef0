package io.holdfast.core.storage;

/**
 * How long a node keeps a value.
 *
 * @param seconds the time in seconds; 0 means without expiry, -1 expires at once
 */
public record TimeToLive(long seconds) {

  /** Without expiry. */
  public static final TimeToLive UNLIMITED = new TimeToLive(0);

  /**
   * Expires at once: a value written with it is gone when the node answers. With a condition it is
   * a conditional removal.
   */
  public static final TimeToLive OVER = new TimeToLive(-1);

  /** Checks the range. */
  public TimeToLive {
    if (seconds < -1) {
      throw new IllegalArgumentException("time to live must not be negative: " + seconds);
    }
  }
}
