package io.holdfast.sessions.explore;

import io.holdfast.sessions.explore.Event.Kind;

/**
 * An event that can happen next, and what it concerns beside the Tomcat that it happens to.
 *
 * @param tomcat the number of the Tomcat; -1 if it is not one alone
 * @param node the number of the node that it concerns; -1 if it is none
 * @param key what an operation is about; empty if it is none
 * @param changes whether the node may hold something else afterwards
 */
record Way(Event event, int tomcat, int node, String key, boolean changes) {

  /** What concerns one Tomcat only. */
  Way(Event event, int tomcat) {
    this(event, tomcat, -1, "", false);
  }

  /**
   * Whether two ways that are local lead to the same moment in either order: they happen to two
   * Tomcats, and neither changes what the other reads.
   *
   * @see Play#wasLocal()
   */
  static boolean commute(Object one, Object other) {
    return one instanceof Way first
        && other instanceof Way second
        && first.tomcat != second.tomcat
        && !first.isSeenBy(second)
        && !second.isSeenBy(first);
  }

  /** Who sends a request may see what all nodes hold: it is noted then. */
  private boolean isSeenBy(Way other) {
    return changes
        && (other.event.kind() == Kind.ASK || (node == other.node && key.equals(other.key)));
  }
}
