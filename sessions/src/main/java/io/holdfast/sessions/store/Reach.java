package io.holdfast.sessions.store;

/**
 * How many nodes a read asks at once. It asks the others only if these have nothing, or one of them
 * does not answer.
 */
public enum Reach {
  /** Those that should hold the session, at least two: all Tomcats write it to the same nodes. */
  LIKELY(RecordSearch.ASKED_AT_LEAST, 0),
  /**
   * One more than should hold the session, at least four: another Tomcat may have written it to
   * other nodes, since it has other failover nodes or did not reach the same ones. In a small
   * cluster these are all nodes, so that no stale copy can be taken for the newest.
   */
  WIDE(4, 1);

  private final int least;
  private final int besides;

  Reach(int least, int besides) {
    this.least = least;
    this.besides = besides;
  }

  /** How many nodes are asked at once, if there are as many. */
  int nodes(int copies) {
    return Math.max(copies + besides, least);
  }
}
