package io.holdfast.core.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of the nodes: their list, the purpose of each, and the copies. */
final class NodeLayoutParser {

  private static final int COPIES_IF_SHARED = 2;

  /** Stands in for nodes that are wrong. */
  private static final NodeAddress ANY = new NodeAddress("n1", "localhost", 11_211);

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

  /** Returns a layout with a placeholder: discovery finds the nodes later. */
  private NodeLayout found(DiscoverySettings discovery) {
    values.refuseIf(
        !values.text(Setting.FAILOVER_NODES).isBlank(),
        Setting.FAILOVER_NODES,
        "none of the nodes discovered by %s is for failover only; leave the attribute out"
            .formatted(discovery));
    int least = isShared ? COPIES_IF_SHARED : 1; // with one copy no node of shared sessions can go
    int copies = values.find(Setting.COPIES).orElse(least);
    values.refuseIf(
        copies < least,
        Setting.COPIES,
        Unit.COUNT.remedy(values.text(Setting.COPIES), least, DiscoverySettings.MOST_NODES));
    NodeAddress placeholder = discovery.placeholder();
    String zone = zone(discovery.hasZones(), placeholder.engine());
    return new NodeLayout(List.of(placeholder), Set.of(), copies, zone);
  }

  private NodeLayout listed() {
    NodesText list = new NodesText(values.text(Setting.MEMCACHED_NODES));
    List<NodeAddress> nodes =
        values.read(Setting.MEMCACHED_NODES, () -> NodeListParser.parse(list), List.of());
    if (values.isWrong(Setting.MEMCACHED_NODES)) { // how many there are is not known
      var unused = copies(DiscoverySettings.MOST_NODES);
      return new NodeLayout(List.of(ANY), Set.of(), 1);
    }
    Set<String> failover = failoverNodes(nodes);
    NodeAddress first = nodes.get(0); // all have zones, or none has
    String zone = zone(first.zone() != null, first.engine());
    values.conflictIf(
        zone != null && !failover.isEmpty(),
        Setting.ZONE,
        "failoverNodes names the nodes that this Tomcat writes to last; leave out one of the two",
        Setting.FAILOVER_NODES);
    return new NodeLayout(nodes, failover, copies(nodes, nodes.size() - failover.size()), zone);
  }

  /** The zone of this Tomcat; null if it is not named, or sessions are not sticky. */
  private @Nullable String zone(boolean nodesHaveZones, Engine engine) {
    String zone = values.text(Setting.ZONE);
    if (zone.isEmpty()) {
      return null;
    }
    values.refuseIf(
        !NodeForm.isZone(zone),
        Setting.ZONE,
        "write it as behind @ in memcachedNodes: letters, digits, \"_\", \".\" and \"-\"");
    values.conflictIf(
        !nodesHaveZones,
        Setting.ZONE,
        "the nodes have no zones; write %s for each in memcachedNodes"
            .formatted(engine.formWithZone()),
        Setting.MEMCACHED_NODES);
    return isShared ? null : zone;
  }

  private int copies(List<NodeAddress> nodes, int primaryNodes) {
    if (nodes.get(0).sentinels() != null && values.find(Setting.COPIES).orElse(1) > 1) {
      values.refuse(
          Setting.COPIES,
          "the servers that the sentinels name replicate each other; leave it out, or name two or more"
              + " independent servers as n1:valkey://host:port,n2:valkey://host:port");
      return 1;
    }
    return copies(primaryNodes);
  }

  private int copies(int primaryNodes) {
    int copies =
        values.find(Setting.COPIES).orElse(isShared ? Math.min(COPIES_IF_SHARED, primaryNodes) : 1);
    values.refuseIf(
        copies > primaryNodes,
        Setting.COPIES,
        "there %s for copies; name more in memcachedNodes, or use %s"
            .formatted(
                primaryNodes == 1 ? "is one node" : "are %d nodes".formatted(primaryNodes),
                primaryNodes == 1 ? "1" : "1 to " + primaryNodes));
    return copies;
  }

  private Set<String> failoverNodes(List<NodeAddress> nodes) {
    String value = values.text(Setting.FAILOVER_NODES);
    Set<String> known = new TreeSet<>(nodes.stream().map(NodeAddress::id).toList());
    Set<String> failover = new HashSet<>(Syntax.split(value));
    values.refuseIf(
        isShared && !failover.isEmpty(),
        Setting.FAILOVER_NODES,
        "sessions that are not sticky have no failover nodes: all Tomcats must write a session to"
            + " the same nodes; leave the attribute out");
    for (String id : failover) {
      values.refuseIf(
          !known.contains(id),
          Setting.FAILOVER_NODES,
          "there is no node \"%s\" in memcachedNodes; it has %s"
              .formatted(Credentials.hiddenIn(id, value), known));
    }
    values.refuseIf(
        failover.size() == known.size(),
        Setting.FAILOVER_NODES,
        "at least one node of memcachedNodes must not be a failover node");
    return values.isWrong(Setting.FAILOVER_NODES) ? Set.of() : failover;
  }
}
