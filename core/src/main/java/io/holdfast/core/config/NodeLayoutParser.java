package io.holdfast.core.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads the attributes of the nodes: their list, the purpose of each, and the copies. */
final class NodeLayoutParser {

  private static final int COPIES_IF_SHARED = 2;

  private final AttributeValues values;
  private final boolean isShared;

  NodeLayoutParser(AttributeValues values, boolean isShared) {
    this.values = values;
    this.isShared = isShared;
  }

  NodeLayout parse() {
    DiscoverySettings discovery = DiscoverySettings.parse(values);
    return discovery == null ? listed() : found(discovery);
  }

  /** Which nodes there are is known later. */
  private NodeLayout found(DiscoverySettings discovery) {
    String failover = values.text(Setting.FAILOVER_NODES);
    if (!failover.isBlank()) {
      throw new ConfigurationException(
          Setting.FAILOVER_NODES,
          failover,
          "of nodes that are found by %s none is for failover only; leave the attribute out"
              .formatted(discovery));
    }
    int least = isShared ? COPIES_IF_SHARED : 1; // with one copy no node of shared sessions can go
    int copies =
        values.isAuto(Setting.COPIES)
            ? least
            : (int) values.number(Setting.COPIES, least, DiscoverySettings.MOST_NODES);
    return new NodeLayout(List.of(discovery.placeholder()), Set.of(), copies);
  }

  private NodeLayout listed() {
    List<NodeAddress> nodes = NodeListParser.parse(values.text(Setting.MEMCACHED_NODES));
    Set<String> failover = failoverNodes(nodes);
    return new NodeLayout(nodes, failover, copies(nodes.size() - failover.size()));
  }

  private int copies(int primaryNodes) {
    if (values.isAuto(Setting.COPIES)) {
      return isShared ? Math.min(COPIES_IF_SHARED, primaryNodes) : 1;
    }
    long copies = values.number(Setting.COPIES, 1, DiscoverySettings.MOST_NODES);
    if (copies > primaryNodes) {
      throw new ConfigurationException(
          Setting.COPIES,
          values.text(Setting.COPIES),
          "there are no more nodes than %d for copies; name more in memcachedNodes, or use 1 to %d"
              .formatted(primaryNodes, primaryNodes));
    }
    return (int) copies;
  }

  private Set<String> failoverNodes(List<NodeAddress> nodes) {
    String value = values.text(Setting.FAILOVER_NODES);
    Set<String> known = new TreeSet<>(nodes.stream().map(NodeAddress::id).toList());
    Set<String> failover = new HashSet<>(Lists.split(value));
    if (isShared && !failover.isEmpty()) {
      throw new ConfigurationException(
          Setting.FAILOVER_NODES,
          value,
          "sessions that are not sticky have no failover nodes: all Tomcats must write a session to"
              + " the same nodes; leave the attribute out");
    }
    for (String id : failover) {
      if (!known.contains(id)) {
        throw new ConfigurationException(
            Setting.FAILOVER_NODES,
            value,
            "there is no node \"%s\" in memcachedNodes; it has %s"
                .formatted(Credentials.hiddenIn(id, value), known));
      }
    }
    if (failover.size() == known.size()) {
      throw new ConfigurationException(
          Setting.FAILOVER_NODES,
          value,
          "at least one node of memcachedNodes must not be a failover node");
    }
    return failover;
  }
}
