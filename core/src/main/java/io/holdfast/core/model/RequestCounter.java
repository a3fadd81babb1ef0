package io.holdfast.core.model;

/**
 * Counts the requests that use a session, so that a note of a change is taken back only when no
 * request is left that may change what it got before. Not thread-safe: its owner guards it.
 */
public final class RequestCounter {

  private int active;
  private int finishing;

  /** Counts none. */
  public RequestCounter() {}

  /** A request began to use the session. */
  public void started() {
    active++;
  }

  /** A request is over as far as the application is concerned; {@link #ended} follows. */
  public void finishing() {
    finishing = Math.min(finishing + 1, active);
  }

  /**
   * A request has ended.
   *
   * @return whether {@link #finishing} was called for it
   */
  public boolean ended() {
    if (active > 0) {
      active--;
    }
    if (finishing > 0) {
      finishing--;
      return true;
    }
    return false;
  }

  /** Whether a request uses the session. */
  public boolean isInUse() {
    return active > 0;
  }

  /** Whether a request is left that may still change what it got from the session. */
  public boolean isAtWork() {
    return active > finishing;
  }
}
