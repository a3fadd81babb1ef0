package io.holdfast.core.repository;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keys that could not be deleted because their node was away. A node that returns with its old
 * content would otherwise bring back sessions that were ended meanwhile.
 *
 * <p>Bounded per node: the oldest key is forgotten first. A node's keys are only seen within an
 * operation of the map on that node, which makes each of them atomic.
 */
final class PendingDeletes {

  private final int maxPerNode;
  private final ConcurrentMap<String, Set<String>> keysByNode = new ConcurrentHashMap<>();

  PendingDeletes(int maxPerNode) {
    this.maxPerNode = maxPerNode;
  }

  void add(String nodeId, String key) {
    keysByNode.compute(
        nodeId,
        (id, known) -> {
          Set<String> keys = known == null ? new LinkedHashSet<>() : known;
          keys.add(key);
          if (keys.size() > maxPerNode) {
            keys.remove(keys.iterator().next());
          }
          return keys;
        });
  }

  /** A key was written again: its deletion is off. */
  void cancel(String nodeId, String key) {
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.remove(key);
          return keys.isEmpty() ? null : keys;
        });
  }

  /** Hands out what waits for a node, the oldest first, and forgets it. */
  List<String> drain(String nodeId) {
    Set<String> keys = keysByNode.remove(nodeId);
    return keys == null ? List.of() : List.copyOf(keys);
  }
}
