package io.holdfast.sessions.explore;

/** What can go wrong. */
enum Fault {
  /** An operation is not answered in time, and was never carried out, or is so later. */
  SILENCE,
  /** A node's process dies; it is started again, empty. */
  NODE_DIES,
  /** A node does not answer for a while; it comes back with what it held. */
  NODE_FREEZES,
  /** One Tomcat does not reach a node for a while; the others do. */
  CUT,
  /** A Tomcat dies; what it has sent may still arrive. */
  TOMCAT_DIES,
  /** A Tomcat does nothing for a while. */
  TOMCAT_STALLS
}
