package io.holdfast.core.model;

/**
 * Tells when to try whether the attributes of a session can be written apart. Where they share an
 * object, that is found out by writing them, in vain: it is tried again only now and then. What
 * comes out does not change while they go on to share, or go on not to.
 */
public final class ApartAttempts {

  static final int TOGETHER_BETWEEN = 15;

  private volatile int left;

  /** Whether to try it this time. */
  boolean isDue() {
    int now = left;
    if (now > 0) {
      left = now - 1;
    }
    return now == 0;
  }

  /** Notes that it was tried in vain. */
  void failed() {
    left = TOGETHER_BETWEEN;
  }
}
