package io.holdfast.core.repository;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keys of sessions that have ended, until their records are deleted. A request in between, or a
 * node that returns with its old content, would otherwise bring the sessions back. A deletion is
 * announced first, and due once a node did not carry it out: until then a backup of the session may
 * be under way, and the deletion follows it.
 *
 * <p>Bounded per node: the oldest key is forgotten first. A node's keys are only touched within an
 * operation of the map on that node, which makes each access atomic.
 */
final class PendingDeletes {

  private final int maxPerNode;

  /** Of each key, whether its deletion is due. */
  private final ConcurrentMap<String, Map<String, Boolean>> keysByNode = new ConcurrentHashMap<>();

  PendingDeletes(int maxPerNode) {
    this.maxPerNode = maxPerNode;
  }

  /** A key will be deleted from a node. */
  void announce(String nodeId, String key) {
    add(nodeId, key, false);
  }

  /** A node did not delete a key, and has to be asked again. */
  void add(String nodeId, String key) {
    add(nodeId, key, true);
  }

  private void add(String nodeId, String key, boolean isDue) {
    keysByNode.compute(
        nodeId,
        (id, known) -> {
          Map<String, Boolean> keys = known == null ? new LinkedHashMap<>() : known;
          keys.merge(key, isDue, Boolean::logicalOr);
          if (keys.size() > maxPerNode) {
            keys.remove(keys.keySet().iterator().next());
          }
          return keys;
        });
  }

  /** Cancels the deletion of a key that was written again. */
  void cancel(String nodeId, String key) {
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.remove(key);
          return keys.isEmpty() ? null : keys;
        });
  }

  /** Forgets all keys of a node. */
  void forget(String nodeId) {
    keysByNode.remove(nodeId);
  }

  /** Whether the key is to be deleted from the node, so that its record there must not be used. */
  boolean contains(String nodeId, String key) {
    boolean[] found = new boolean[1];
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          found[0] = keys.containsKey(key);
          return keys;
        });
    return found[0];
  }

  /** The keys whose deletion from a node is due, the oldest first. */
  List<String> due(String nodeId) {
    List<String> found = new ArrayList<>();
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.forEach(
              (key, isDue) -> {
                if (isDue) {
                  found.add(key);
                }
              });
          return keys;
        });
    return found;
  }
}
