package io.holdfast.core.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether the nodes of non-sticky sessions may change in one step.
 *
 * <p>Several Tomcats serve a session, and their lists change one after the other. Both lists must
 * share a node that each Tomcat writes a session to, or two Tomcats would go on with two sessions:
 * so fewer nodes than copies may join, and fewer than copies may leave. A node at another address
 * is another node.
 */
final class SharedLayoutChange {

  private SharedLayoutChange() {}

  /**
   * Checks a change.
   *
   * @throws ConfigurationException if it is too large for one step
   */
  static void check(NodeLayout from, NodeLayout to) {
    if (countOfNew(from.nodes(), to.nodes()) >= to.copies()) {
      throw tooMuch(to, "comes", to.copies());
    }
    if (countOfNew(to.nodes(), from.nodes()) >= from.copies()) {
      throw tooMuch(to, "goes", from.copies());
    }
  }

  private static long countOfNew(List<NodeAddress> former, List<NodeAddress> next) {
    Set<NodeAddress> known = new HashSet<>(former);
    return next.stream().filter(node -> !known.contains(node)).count();
  }

  private static ConfigurationException tooMuch(NodeLayout to, String verb, int copies) {
    return ConfigurationException.ofNodes(
        to.nodeList(),
        copies == 1
            ? "with one copy of each session no node %s while it is in use; first give all Tomcats"
                    .formatted(verb)
                + " a list with a node more, and with it a second copy"
            : "at most %d node%s %s at a time where sessions are not sticky, with copies=\"%d\"; change"
                    .formatted(copies - 1, copies == 2 ? "" : "s", verb, copies)
                + " the list step by step, each step on all Tomcats");
  }
}
