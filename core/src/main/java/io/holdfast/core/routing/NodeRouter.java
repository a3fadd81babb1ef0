package io.holdfast.core.routing;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The order of nodes for a session, by rendezvous hashing (highest random weight): every node gets
 * a weight from its id and the key, the heaviest comes first.
 *
 * <p>Every Tomcat with the same nodes computes the same order, whatever order they are configured
 * in. A node that leaves moves only its own keys, each to the node that was second for it; a node
 * that joins becomes first for its share only, with the former first as second.
 *
 * <p>The weights are part of the stored format: a different function would look for records where
 * they are not. They never change.
 */
public final class NodeRouter {

  /** A request asks some four times for the order of its session; two hundred may be at work. */
  private static final int RECENT = 256;

  private final String[] nodeIds;
  private final long[] nodeHashes;

  /** The order of a key that was asked for lately, at a place by its hash. */
  private final AtomicReferenceArray<@Nullable Order> recent = new AtomicReferenceArray<>(RECENT);

  private record Order(String key, List<String> nodes) {}

  /** Creates a router of at least one node, none twice. */
  public NodeRouter(List<String> nodeIds) {
    if (nodeIds.isEmpty() || new HashSet<>(nodeIds).size() != nodeIds.size()) {
      throw new IllegalArgumentException("node ids must be at least one, none twice: " + nodeIds);
    }
    this.nodeIds = nodeIds.toArray(new String[0]);
    Arrays.sort(this.nodeIds);
    this.nodeHashes = new long[this.nodeIds.length];
    for (int i = 0; i < nodeHashes.length; i++) {
      nodeHashes[i] = StableHash.of(this.nodeIds[i]);
    }
  }

  /**
   * All nodes, the one that holds the key first.
   *
   * @param key the base of a session's id: the route changes during a session's life, its place
   *     must not
   */
  public List<String> order(String key) {
    int hash = key.hashCode();
    int place = (hash ^ hash >>> Short.SIZE) & (RECENT - 1);
    Order order = recent.getAcquire(place);
    if (order == null || !order.key.equals(key)) {
      order = new Order(key, computed(key));
      recent.setRelease(place, order);
    }
    return order.nodes;
  }

  private List<String> computed(String key) {
    int count = nodeIds.length;
    String[] ordered = nodeIds.clone();
    long[] weights = new long[count];
    long keyHash = StableHash.of(key);
    for (int i = 0; i < count; i++) {
      insert(ordered, weights, i, nodeIds[i], StableHash.mix(keyHash ^ nodeHashes[i]));
    }
    return Collections.unmodifiableList(Arrays.asList(ordered));
  }

  /** Insertion into the sorted first part; equal weights keep the order of ids. */
  private static void insert(String[] ids, long[] weights, int length, String id, long weight) {
    int at = length;
    while (at > 0 && weights[at - 1] < weight) {
      weights[at] = weights[at - 1];
      ids[at] = ids[at - 1];
      at--;
    }
    weights[at] = weight;
    ids[at] = id;
  }
}
