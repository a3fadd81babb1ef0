package io.holdfast.core.storage;

/**
 * How long a node keeps a value.
 *
 * @param seconds the time in seconds; 0 means without expiry
 */
public record TimeToLive(long seconds) {

  /** Without expiry. */
  public static final TimeToLive UNLIMITED = new TimeToLive(0);

  /** Checks the range. */
  public TimeToLive {
    if (seconds < 0) {
      throw new IllegalArgumentException("time to live must not be negative: " + seconds);
    }
  }
}
