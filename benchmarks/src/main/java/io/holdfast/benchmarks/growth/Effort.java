package io.holdfast.benchmarks.growth;

import java.util.List;

/**
 * How far it is gone.
 *
 * @param sessions of a kilobyte in one Tomcat, growing
 * @param heap of that Tomcat, as {@code -Xmx} wants it
 * @param kilobytes of one session, growing
 * @param heaped kilobytes of all sessions of one size together
 * @param nodes of memcached, growing
 */
record Effort(
    List<Integer> sessions, String heap, List<Integer> kilobytes, int heaped, List<Integer> nodes) {

  /** About five minutes. */
  static final Effort FULL =
      new Effort(
          List.of(1_000, 10_000, 50_000, 100_000, 200_000),
          "3g",
          List.of(1, 10, 100, 1_000),
          20_000,
          List.of(1, 2, 4, 8, 16));

  /** About a minute. */
  static final Effort QUICK =
      new Effort(
          List.of(1_000, 5_000, 10_000), "512m", List.of(1, 10, 100), 2_000, List.of(1, 2, 4));

  Effort {
    sessions = List.copyOf(sessions);
    kilobytes = List.copyOf(kilobytes);
    nodes = List.copyOf(nodes);
  }
}
