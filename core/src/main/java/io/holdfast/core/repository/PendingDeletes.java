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
 * be under way, and the deletion follows it. One that does not follow for two rounds is due as
 * well, since that backup may never end.
 *
 * <p>Bounded per node: the oldest key is forgotten first. A node's keys are only touched within an
 * operation of the map on that node, which makes each access atomic.
 */
final class PendingDeletes {

  private final int maxPerNode;

  /** How far a deletion is; what comes later in this order replaces what comes before. */
  private enum Stage {
    ANNOUNCED,
    LATE,
    DUE;

    Stage or(Stage other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  private final ConcurrentMap<String, Map<String, Stage>> keysByNode = new ConcurrentHashMap<>();

  PendingDeletes(int maxPerNode) {
    this.maxPerNode = maxPerNode;
  }

  /** A key will be deleted from a node. */
  void announce(String nodeId, String key) {
    add(nodeId, key, Stage.ANNOUNCED);
  }

  /** A node did not delete a key, and has to be asked again. */
  void add(String nodeId, String key) {
    add(nodeId, key, Stage.DUE);
  }

  private void add(String nodeId, String key, Stage stage) {
    keysByNode.compute(
        nodeId,
        (id, known) -> {
          Map<String, Stage> keys = known == null ? new LinkedHashMap<>() : known;
          keys.merge(key, stage, Stage::or);
          if (keys.size() > maxPerNode) {
            keys.remove(keys.keySet().iterator().next());
          }
          return keys;
        });
  }

  /** A round begins: what was announced before the last one, and is still here, is due. */
  void beginRound(String nodeId) {
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.replaceAll((key, stage) -> stage == Stage.ANNOUNCED ? Stage.LATE : Stage.DUE);
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
              (key, stage) -> {
                if (stage == Stage.DUE) {
                  found.add(key);
                }
              });
          return keys;
        });
    return found;
  }
}
