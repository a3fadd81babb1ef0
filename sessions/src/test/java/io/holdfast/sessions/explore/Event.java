package io.holdfast.sessions.explore;

/**
 * Something that can happen next.
 *
 * @param kind what
 * @param who the number of the Tomcat or client; 0 if none is concerned
 * @param where the number of the node, of the late operation or of the answered request; 0 if none
 *     is concerned
 */
record Event(Kind kind, int who, int where) {

  enum Kind {
    /** A node carries out an operation and the Tomcat gets the answer. */
    ANSWER,
    /** An operation over a dead connection fails, and never happened. */
    FAIL,
    /** An operation over a dead connection fails, but is on its way. */
    FAIL_LATE,
    /** A client sends its next request. */
    ASK,
    /** A client's next request will come while the Tomcat encodes the session. */
    ASK_DURING_ENCODE,
    /** The same, and the request is answered before the session is encoded. */
    ASK_AND_HEAR_DURING_ENCODE,
    /** The application goes on with the request of a client. */
    GO_ON,
    /** The application goes on with a request whose client has the answer. */
    GO_ON_BEHIND,
    /** The wait of a client's request for its save runs out. */
    GIVE_UP,
    /** A Tomcat stores the sessions that are not where they should be. */
    STORE_STRAGGLERS,
    /** A Tomcat notices that a connection is dead. */
    NOTICE_LOSS,
    /** A Tomcat notices that a node is there again. */
    NOTICE_RETURN,
    /** A node is there again. */
    RETURN,
    /** Another node is restarted empty, when all has recovered from what went wrong before. */
    SEQUEL,
    /** One Tomcat reaches a node again. */
    MEND,
    /** A Tomcat goes on after it stalled. */
    WAKE,
    /** A node carries out what no Tomcat waits for any more. */
    ARRIVE,
    /** Time passes without a reason. */
    PASS,
    /** A Tomcat ends what it takes for over. */
    EXPIRE,
    /** Time passes until a Tomcat has something to do. */
    TIMER,
    /** An operation is not answered in time and never happened. */
    SILENCE,
    /** An operation is not answered in time but is on its way. */
    SILENCE_LATE,
    /** A node's process dies. */
    NODE_DIES,
    /** A node stops answering. */
    NODE_FREEZES,
    /** A Tomcat does not reach a node any more. */
    CUT,
    /** A Tomcat dies, and what it has sent is lost. */
    TOMCAT_DIES,
    /** A Tomcat dies, but what it has sent is on its way. */
    TOMCAT_DIES_LATE,
    /** A Tomcat does nothing any more. */
    STALL
  }
}
