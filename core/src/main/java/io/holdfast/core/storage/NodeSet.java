package io.holdfast.core.storage;

import io.holdfast.core.routing.Placement;
import java.util.Map;

/**
 * The nodes at one moment: their placement and their stores. The nodes may change at any time, so
 * an operation takes one set when it begins and uses it to its end.
 *
 * @param stores of all nodes that it may name, by node id
 */
public record NodeSet(Placement placement, Map<String, NodeStore> stores) {

  public NodeSet {
    stores = Map.copyOf(stores);
  }

  /** The store of a node. */
  public NodeStore store(String nodeId) {
    NodeStore store = stores.get(nodeId);
    if (store == null) {
      throw new IllegalArgumentException("unknown node: " + nodeId);
    }
    return store;
  }
}
