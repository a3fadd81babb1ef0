package io.holdfast.sessions.explore;

/**
 * How a scene begins.
 *
 * @param trouble what is wrong already; it is mended at any moment
 * @param node which node is concerned
 * @param isWarm whether each Tomcat has an instance of the session: then it repairs what comes back
 * @param end when the first Tomcat has ended the session; what has ended must stay so although
 *     another node is emptied as soon as all is well again
 * @param isLarge whether the session is so large that a node is asked for the version of its record
 *     first, and sends it only if that has changed
 */
record Opening(Trouble trouble, int node, boolean isWarm, End end, boolean isLarge) {

  /** Nothing is wrong, and there is no session yet. */
  static final Opening ABSENT = new Opening(Trouble.NONE, 0, false, End.NOT);

  Opening(Trouble trouble, int node, boolean isWarm) {
    this(trouble, node, isWarm, End.NOT);
  }

  Opening(Trouble trouble, int node, boolean isWarm, End end) {
    this(trouble, node, isWarm, end, false);
  }

  /** The same with a large session. */
  Opening large() {
    return new Opening(trouble, node, isWarm, end, true);
  }

  /** Nothing is wrong. */
  static final Opening SOUND = new Opening(Trouble.NONE, 0, true);

  /** Whether there is no session yet. */
  boolean isAbsent() {
    return trouble == Trouble.NONE && !isWarm;
  }

  /** Whether a node is emptied once everything has recovered from the trouble. */
  boolean hasSequel() {
    return end != End.NOT || isMendedByReading();
  }

  /** Whether no Tomcat was told what is wrong: the one that reads the session finds it. */
  boolean isMendedByReading() {
    return trouble == Trouble.EVICTED || trouble == Trouble.MISSED;
  }

  /** When the session ended. */
  enum End {
    /** It has not. */
    NOT,
    /** Before the trouble. */
    BEFORE,
    /** While it lasted. */
    DURING
  }

  enum Trouble {
    /** Nothing. */
    NONE,
    /** A node died; it returns empty. */
    DEAD,
    /** A node does not answer and misses a change; it returns with what it held before. */
    OLD,
    /** The first Tomcat does not reach a node. */
    CUT,
    /** The first Tomcat does not reach a node, and the second not the next one. */
    CROSSED,
    /** The first Tomcat reaches neither a node nor the next one. */
    LONE,
    /** A node has evicted the session; no Tomcat was told. */
    EVICTED,
    /** A node has missed a change, and came back when no Tomcat had the session. */
    MISSED
  }
}
