package io.holdfast.core.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nodes and the purpose of each.
 *
 * @param nodes at least one; ids are unique
 * @param failoverNodes ids of nodes that are written to only while no other answers
 * @param copies how many nodes hold a session
 */
public record NodeLayout(List<NodeAddress> nodes, Set<String> failoverNodes, int copies) {

  /** Copies the collections. */
  public NodeLayout {
    nodes = List.copyOf(nodes);
    failoverNodes = Set.copyOf(failoverNodes);
  }

  /** The ids of all nodes, in the order given. */
  public List<String> nodeIds() {
    return nodes.stream().map(NodeAddress::id).toList();
  }

  /** What the nodes are; all are the same. */
  public Engine engine() {
    return nodes.get(0).engine();
  }

  /** The nodes that are written to as long as one of them answers, in the order given. */
  public List<NodeAddress> primaryNodes() {
    return nodes.stream().filter(node -> !failoverNodes.contains(node.id())).toList();
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
