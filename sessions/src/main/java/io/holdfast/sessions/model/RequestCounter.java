package io.holdfast.sessions.model;

/**
 * Counts the requests that use a session, so that the note of a change is cleared only when no
 * request is left that may change an object that it got before. Not thread-safe: its owner guards
 * it.
 */
public final class RequestCounter {

  private int active;
  private int finishing;
  private int answered;
  private boolean lastWasAnswered;
  private boolean someWereAnswered;

  /** Counts none. */
  public RequestCounter() {}

  /** A request began to use the session. */
  public void started() {
    active++;
    lastWasAnswered = false;
  }

  /** The client has all of a request's answer; {@link #ended} follows. */
  public void answered() {
    answered = Math.min(answered + 1, active);
    someWereAnswered = true;
  }

  /** Something else than a request has changed the session. */
  public void changedOutside() {
    lastWasAnswered = false;
  }

  /**
   * Returns whether a change was certainly made after the answers of all requests: each request
   * that uses the session is answered, or the last one that used it was.
   */
  public boolean isBehindAnswers() {
    return active > 0 ? answered == active : lastWasAnswered;
  }

  /** Returns whether something may have been changed behind the answer of a request. */
  public boolean mayBeBehindAnswers() {
    return someWereAnswered;
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
      lastWasAnswered = answered > 0;
      answered = Math.max(0, answered - 1);
    }
    if (finishing > 0) {
      finishing--;
      return true;
    }
    return false;
  }

  /** Returns whether a request uses the session. */
  public boolean isInUse() {
    return active > 0;
  }

  /** Returns whether a request may still change an object that it got from the session. */
  public boolean isAtWork() {
    return active > finishing;
  }
}
