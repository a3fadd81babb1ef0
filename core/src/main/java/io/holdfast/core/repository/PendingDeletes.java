package io.holdfast.core.repository;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys that could not be deleted because their node was away. A node that returns with its old
 * content would otherwise bring back sessions that were ended meanwhile.
 *
 * <p>Bounded per node: the oldest key is forgotten first.
 */
final class PendingDeletes {

  private final int maxPerNode;
  private final Map<String, Set<String>> keysByNode = new ConcurrentHashMap<>();

  PendingDeletes(int maxPerNode) {
    this.maxPerNode = maxPerNode;
  }

  void add(String nodeId, String key) {
    Set<String> keys =
        keysByNode.computeIfAbsent(
            nodeId, id -> Collections.synchronizedSet(new LinkedHashSet<>()));
    synchronized (keys) {
      keys.add(key);
      if (keys.size() > maxPerNode) {
        keys.remove(keys.iterator().next());
      }
    }
  }

  /** A key was written again: its deletion is off. */
  void cancel(String nodeId, String key) {
    Set<String> keys = keysByNode.get(nodeId);
    if (keys != null) {
      keys.remove(key);
    }
  }

  /** Hands out what waits for a node and forgets it. */
  List<String> drain(String nodeId) {
    Set<String> keys = keysByNode.remove(nodeId);
    if (keys == null) {
      return List.of();
    }
    synchronized (keys) {
      return List.copyOf(keys);
    }
  }
}
