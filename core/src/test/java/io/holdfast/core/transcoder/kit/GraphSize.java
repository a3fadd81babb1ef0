package io.holdfast.core.transcoder.kit;

/**
 * How large honest graphs are: each night, and for a release, five times as large as in a build.
 */
final class GraphSize {

  private static final int SHARE = "all".equals(System.getProperty("holdfast.lines")) ? 1 : 5;

  private GraphSize() {}

  /** Returns the number of elements for this run, of which each night's is given. */
  static int of(int eachNight) {
    return eachNight / SHARE;
  }
}
