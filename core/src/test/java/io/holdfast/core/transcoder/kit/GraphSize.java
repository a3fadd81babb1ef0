package io.holdfast.core.transcoder.kit;

/**
 * How much is tried: each night, and for a release, five times as large graphs as in a build, five
 * times as many mutations and changes meanwhile, and each damaged bit.
 */
final class GraphSize {

  private static final int SHARE = "all".equals(System.getProperty("holdfast.lines")) ? 1 : 5;

  /**
   * Of so many bits one is damaged in a build: an odd number, so that the bits of all places in a
   * byte are.
   */
  static final int STEP = SHARE;

  private GraphSize() {}

  /**
   * Returns the number of elements or attempts for this run; the argument is the one for each
   * night.
   */
  static int of(int eachNight) {
    return eachNight / SHARE;
  }
}
