package io.holdfast.core.explore;

/**
 * How a scene begins.
 *
 * @param trouble what is wrong already; it is mended at any moment
 * @param node which node is concerned
 * @param isWarm whether each Tomcat has an instance of the session: then it repairs what comes back
 */
record Opening(Trouble trouble, int node, boolean isWarm) {

  /** Nothing is wrong. */
  static final Opening SOUND = new Opening(Trouble.NONE, 0, true);

  enum Trouble {
    /** Nothing. */
    NONE,
    /** A node died; it returns empty. */
    DEAD,
    /** A node does not answer and misses a change; it returns with what it held before. */
    OLD,
    /** The first Tomcat does not reach a node. */
    CUT
  }
}
