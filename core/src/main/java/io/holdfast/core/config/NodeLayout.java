package io.holdfast.core.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and the purpose of each.
 *
 * @param nodes at least one; ids are unique
 * @param failoverNodes ids of nodes that are written to only while no other answers
 * @param ownZone the zone of a Tomcat whose sticky sessions are to have their only copy in another
 *     one; null if any node will do
 */
public record NodeLayout(
    List<NodeAddress> nodes, Set<String> failoverNodes, int copies, @Nullable String ownZone) {

  /** Copies the collections. */
  public NodeLayout {
    nodes = List.copyOf(nodes);
    failoverNodes = Set.copyOf(failoverNodes);
  }

  /** Nodes that may be in the zone of this Tomcat. */
  public NodeLayout(List<NodeAddress> nodes, Set<String> failoverNodes, int copies) {
    this(nodes, failoverNodes, copies, null);
  }

  /** Other nodes, with as many copies. */
  public NodeLayout with(List<NodeAddress> others, Set<String> failoverNodesOfOthers) {
    return new NodeLayout(others, failoverNodesOfOthers, copies, ownZone);
  }

  /**
   * The nodes that are written to only while no other answers: the failover nodes, and those in the
   * zone of this Tomcat if a session has one copy. Where there would be no others, only the former.
   */
  public Set<String> standbyNodes() {
    if (ownZone == null || copies > 1) {
      return failoverNodes;
    }
    Set<String> standby = new HashSet<>(failoverNodes);
    for (NodeAddress node : nodes) {
      if (ownZone.equals(node.zone())) {
        standby.add(node.id());
      }
    }
    return standby.containsAll(nodeIds()) ? failoverNodes : standby;
  }

  /**
   * Refuses other nodes of non-sticky sessions that are too many for one step.
   *
   * <p>Several Tomcats serve a session, and their lists change one after the other. Both lists must
   * share a node that each Tomcat writes a session to, or two Tomcats would go on with two
   * sessions: so fewer nodes than copies may join, and fewer than copies may leave. A node at
   * another address is another node.
   */
  void requireOneStepTo(NodeLayout next) {
    requireFewer(next, nodes, next.nodes, "comes", next.copies);
    requireFewer(next, next.nodes, nodes, "goes", copies);
  }

  private static void requireFewer(
      NodeLayout next, List<NodeAddress> known, List<NodeAddress> all, String verb, int copies) {
    Set<NodeAddress> others = new HashSet<>(all);
    others.removeAll(new HashSet<>(known));
    new NodesText(next.nodeList())
        .require(
            others.size() < copies,
            copies == 1
                ? "with one copy of each session no node %s while it is in use; first give all Tomcats"
                        .formatted(verb)
                    + " a list with a node more, and with it a second copy"
                : "at most %d node%s %s at a time where sessions are not sticky, with copies=\"%d\"; change"
                        .formatted(copies - 1, copies == 2 ? "" : "s", verb, copies)
                    + " the list step by step, each step on all Tomcats");
  }

  /** The ids of all nodes, in the order given. */
  public List<String> nodeIds() {
    return nodes.stream().map(NodeAddress::id).toList();
  }

  /** What the nodes are; all are the same. */
  public Engine engine() {
    return nodes.get(0).engine();
  }

  /** The zone of each node, by its id; empty if none has one. */
  public Map<String, String> zones() {
    Map<String, String> zones = new HashMap<>();
    for (NodeAddress node : nodes) {
      String zone = node.zone();
      if (zone != null) {
        zones.put(node.id(), zone);
      }
    }
    return zones;
  }

  /** The list in the form of {@code memcachedNodes}. */
  public String nodeList() {
    return nodes.stream().map(NodeAddress::entry).distinct().collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return "nodes %s, failover %s, copies %d".formatted(nodes, failoverNodes, copies);
  }
}
