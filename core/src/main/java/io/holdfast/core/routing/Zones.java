package io.holdfast.core.routing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes are lost together, such as those of one data centre. Every Tomcat with the same zones
 * computes the same order.
 */
public final class Zones {

  /** Each node is lost by itself. */
  public static final Zones NONE = new Zones(Map.of());

  private final Map<String, String> zoneOfNode;
  private final boolean matter;

  private Zones(Map<String, String> zoneOfNode) {
    this.zoneOfNode = Map.copyOf(zoneOfNode);
    this.matter = new HashSet<>(zoneOfNode.values()).size() > 1;
  }

  /** Creates the zones of nodes, by their ids; a node that is not there has one of its own. */
  public static Zones of(Map<String, String> zoneOfNode) {
    return zoneOfNode.isEmpty() ? NONE : new Zones(zoneOfNode);
  }

  /** Returns whether there are several. */
  boolean matter() {
    return matter;
  }

  /**
   * Puts nodes into an order in which the first are in different zones, as many as there are: the
   * best of each zone, then the second of each, and so on. The first node stays the first.
   */
  List<String> spread(List<String> order) {
    if (!matter) {
      return order;
    }
    List<String> left = new ArrayList<>(order);
    List<String> spread = new ArrayList<>(order.size());
    Set<String> used = new HashSet<>();
    while (!left.isEmpty()) {
      used.clear();
      for (Iterator<String> nodes = left.iterator(); nodes.hasNext(); ) {
        String node = nodes.next();
        if (used.add(zoneOfNode.getOrDefault(node, node))) {
          spread.add(node);
          nodes.remove();
        }
      }
    }
    return spread;
  }
}
