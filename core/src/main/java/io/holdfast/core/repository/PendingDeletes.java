package io.holdfast.core.repository;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keys of sessions that have ended, until their records are deleted. A request in between, or a
 * node that returns with its old content, would otherwise bring the sessions back.
 *
 * <p>Bounded per node: the oldest key is forgotten first. A node's keys are only touched within an
 * operation of the map on that node, which makes each access atomic.
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
          found[0] = keys.contains(key);
          return keys;
        });
    return found[0];
  }

  /** The keys to be deleted from a node, the oldest first. */
  List<String> of(String nodeId) {
    List<String> found = new ArrayList<>();
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          found.addAll(keys);
          return keys;
        });
    return found;
  }
}
