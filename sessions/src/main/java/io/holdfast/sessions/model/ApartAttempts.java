package io.holdfast.sessions.model;

/**
 * Decides when to try to write the attributes of a session as graphs of their own. Where attributes
 * share an object, only a failed attempt shows it, so the codec tries again only now and then. The
 * form of the record stays the same for as long as the attributes go on to share, or not to.
 */
public final class ApartAttempts {

  static final int TOGETHER_BETWEEN = 15;

  private volatile int left;

  /** Returns whether to try this time. */
  boolean isDue() {
    int now = left;
    if (now > 0) {
      left = now - 1;
    }
    return now == 0;
  }

  /** Notes that the attempt failed. */
  void failed() {
    left = TOGETHER_BETWEEN;
  }
}
