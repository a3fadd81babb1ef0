package io.holdfast.core.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which nodes a session is written to and read from.
 *
 * <p>Failover nodes come last where there are no zones, and in each order of writing: they are
 * written to only while no other node answers. Nodes that are leaving are read from, after all
 * others, and never written to. Where nodes have zones, the copies of a session lie in as many of
 * them as answer.
 */
public final class Placement {

  private final NodeRouter router;
  private final int nodeCount;
  private final Set<String> failoverNodes;
  private final int copies;
  private final Predicate<String> health;
  private final List<String> leavingNodes;
  private final Zones zones;

  /** Creates a placement without nodes that are leaving, and without zones. */
  public Placement(
      List<String> nodeIds, Set<String> failoverNodes, int copies, Predicate<String> health) {
    this(nodeIds, failoverNodes, copies, health, List.of(), Zones.NONE);
  }

  /** Creates a placement; nodes that are leaving may still hold sessions. */
  public Placement(
      List<String> nodeIds,
      Set<String> failoverNodes,
      int copies,
      Predicate<String> health,
      Collection<String> leavingNodes,
      Zones zones) {
    this.zones = zones;
    this.router = new NodeRouter(nodeIds);
    this.nodeCount = nodeIds.size();
    this.leavingNodes = List.copyOf(leavingNodes);
    this.failoverNodes = Set.copyOf(failoverNodes);
    this.copies = copies;
    this.health = health;
  }

  /** How many nodes there are, with the lost ones, without those that are leaving. */
  public int nodeCount() {
    return nodeCount;
  }

  /** How many nodes hold a session. */
  public int copies() {
    return copies;
  }

  /**
   * The nodes that may take a session now, the best first: as many of them as {@link #copies} are
   * written to, and the others stand in for those that fail.
   */
  public List<String> writeOrder(String key) {
    List<String> ordered = router.order(key);
    List<String> order = new ArrayList<>(nodeCount);
    addAvailable(ordered, false, order);
    if (order.isEmpty()) {
      addAvailable(ordered, true, order);
    }
    return order;
  }

  /** The nodes on which a session should be now; empty if no node answers. */
  public List<String> targets(String key) {
    List<String> order = writeOrder(key);
    return order.subList(0, Math.min(copies, order.size()));
  }

  /**
   * The failover nodes that answer and are not written to now. They may hold what was written while
   * no other node answered, or by a Tomcat for which they are no failover nodes.
   */
  public List<String> standbyOrder(String key) {
    List<String> order = new ArrayList<>();
    if (!failoverNodes.isEmpty()) {
      addAvailable(router.order(key), true, order);
      order.removeAll(writeOrder(key));
    }
    return order;
  }

  /**
   * The nodes that may hold a session and answer, the likeliest first. Where nodes have zones, a
   * Tomcat in another zone may write the session to another node: the best node of each zone is
   * among the first, and the node that a Tomcat of any zone writes to is one of the first two.
   * Failover nodes may lead elsewhere: then what this Tomcat writes to comes before.
   */
  public List<String> readOrder(String key) {
    List<String> order = new ArrayList<>(nodeCount + leavingNodes.size());
    if (zones.matter()) {
      order.addAll(orderOfZones(key));
    } else {
      List<String> ordered = router.order(key);
      addAvailable(ordered, false, order);
      if (!failoverNodes.isEmpty()) {
        addAvailable(ordered, true, order);
      }
    }
    for (String node : leavingNodes) {
      if (health.test(node)) {
        order.add(node);
      }
    }
    return order;
  }

  private List<String> orderOfZones(String key) {
    List<String> common = commonOrder(key);
    List<String> own = targets(key);
    if (common.subList(0, Math.min(Math.max(copies, 2), common.size())).containsAll(own)) {
      return common;
    }
    List<String> order = new ArrayList<>(own);
    common.stream().filter(node -> !own.contains(node)).forEach(order::add);
    return order;
  }

  /**
   * The nodes that answer, in the order that every Tomcat with the same nodes computes: which of
   * them are for failover only may differ from Tomcat to Tomcat and does not count here.
   */
  public List<String> commonOrder(String key) {
    List<String> available = new ArrayList<>();
    for (String node : router.order(key)) {
      if (health.test(node)) {
        available.add(node);
      }
    }
    return zones.spread(available);
  }

  private void addAvailable(List<String> ordered, boolean failover, List<String> to) {
    boolean isSpread = zones.matter();
    List<String> available = isSpread ? new ArrayList<>(nodeCount) : to;
    for (int i = 0; i < ordered.size(); i++) { // without an iterator: each request asks
      String node = ordered.get(i);
      if (failoverNodes.contains(node) == failover && health.test(node)) {
        available.add(node);
      }
    }
    if (isSpread) {
      to.addAll(zones.spread(available));
    }
  }
}
