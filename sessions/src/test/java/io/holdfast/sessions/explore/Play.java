package io.holdfast.sessions.explore;

/**
 * Something that can go on in several ways, and that goes the same way again when it is started
 * again with the same choices.
 */
public interface Play {

  /** In how many ways it can go on; 0 at its end. */
  int choices();

  /**
   * Goes on in one of the ways.
   *
   * @throws BrokenInvariant if something happened that must not
   */
  void choose(int choice);

  /**
   * Goes on as an earlier play did, in which nothing was broken by that: checks nothing.
   *
   * @param way what that play said of this choice
   */
  default void repeat(int choice, Object way) {
    choose(choice);
  }

  /** One of the ways: equal to a way at another moment only if the same event is meant. */
  default Object way(int choice) {
    return choice;
  }

  /** Whether the last choice concerned nothing but the parts that its way names. */
  default boolean wasLocal() {
    return false;
  }

  /** Equal for two moments only if everything that can happen after them is equal. */
  long fingerprint();

  /**
   * Judges how it ended.
   *
   * @throws BrokenInvariant if something is not as promised
   */
  void judge();
}
