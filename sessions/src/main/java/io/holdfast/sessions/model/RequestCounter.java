package io.holdfast.sessions.model;

/**
 * Counts the requests that use a session, so that the note of a change is cleared only when no
 * request is left that may change an object that it got before. Not thread-safe: its owner guards
 * it.
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

  /** The application is done with a request; {@link #ended} follows. */
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

  /** Whether a request may still change an object that it got from the session. */
  public boolean isAtWork() {
    return active > finishing;
  }
}
