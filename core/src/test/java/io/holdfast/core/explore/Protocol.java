package io.holdfast.core.explore;

import io.holdfast.core.storage.SessionStore;

/** How Tomcats speak to nodes: as they do, or in a way that is wrong. */
interface Protocol {

  /** The protocol as it is. */
  Protocol TRUE = (connection, node) -> connection;

  /**
   * What a Tomcat uses instead of a connection.
   *
   * @param node the number of the node
   */
  SessionStore over(SessionStore connection, int node);
}
