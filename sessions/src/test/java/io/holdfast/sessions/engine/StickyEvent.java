package io.holdfast.sessions.engine;

/** Something that happens to a sticky session, to its Tomcats or to its nodes. */
public enum StickyEvent {
  /** A request of the client changes the session where it is. */
  CHANGE,
  /**
   * A request of the client changes the session where it is, and is answered; it is saved at the
   * end. Where an answer has to wait for the save, a {@link #CHANGE}.
   */
  STAY,
  /** The client is sent to the other Tomcat, where its request changes the session. */
  MOVE,
  /** A request of the client ends the session. */
  END,
  /** A request with the id of the session that has ended comes to the other Tomcat. */
  LATE,
  /**
   * A request of the client comes to the Tomcat where its session was before, with the route of
   * that, and changes the session there.
   */
  OLD_ROUTE,
  /** A request of the client gets a new session under the id of the one that has ended. */
  AGAIN,
  /** No request has come for long: each Tomcat gives up the attributes that the nodes have. */
  REST,
  /** A node is restarted empty; both Tomcats reconnect and store what they have. */
  RESTART,
  /** A node stops answering; both Tomcats notice and store elsewhere what they have. */
  LOSE,
  /** The node that was lost is back with what it held, and both Tomcats notice. */
  RETURN_OLD,
  /** The node that was lost is back empty, and both Tomcats notice. */
  RETURN_EMPTY,
  /** No node answers anybody any more, and both Tomcats notice. */
  LOSE_ALL,
  /** All nodes are back empty, and both Tomcats notice. */
  RETURN_ALL,
  /** One Tomcat does not reach a node any more. */
  CUT,
  /** It reaches that node again: a backup that failed meanwhile is made late. */
  MEND;

  /** Whether it befalls all nodes at once. */
  public boolean isOfAllNodes() {
    return this == LOSE_ALL || this == RETURN_ALL;
  }
}
