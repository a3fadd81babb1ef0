package io.holdfast.sessions.explore;

import java.util.List;

/**
 * How time passes in a scene.
 *
 * @param interval after how many seconds without a request the session expires, from the start
 * @param seconds how long nothing happens, one after the other, each at any moment at which no
 *     Tomcat waits for an answer
 */
record Lapse(int interval, List<Integer> seconds) {

  /** It does not, but for Tomcats that wait. */
  static final Lapse NONE = new Lapse(1_800, List.of());

  Lapse {
    seconds = List.copyOf(seconds);
  }

  boolean isNone() {
    return seconds.isEmpty();
  }
}
