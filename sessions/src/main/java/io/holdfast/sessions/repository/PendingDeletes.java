package io.holdfast.sessions.repository;

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
 * <p>A deletion names the time at which its session was created: another session may have got the
 * id, and so the key, since then.
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

  /**
   * Of one key.
   *
   * @param creationTime of the last session under the key that has ended
   * @param stage how far its deletion is
   */
  private record Entry(long creationTime, Stage stage) {

    Entry and(Entry other) {
      return new Entry(Math.max(creationTime, other.creationTime), stage.or(other.stage));
    }

    Entry in(Stage other) {
      return new Entry(creationTime, other);
    }

    boolean isDue() {
      return stage == Stage.DUE;
    }
  }

  /**
   * A deletion that is due.
   *
   * @param creationTime of the session that has ended
   */
  record Deletion(String key, long creationTime) {}

  private final ConcurrentMap<String, Map<String, Entry>> keysByNode = new ConcurrentHashMap<>();

  PendingDeletes(int maxPerNode) {
    this.maxPerNode = maxPerNode;
  }

  /** A key will be deleted from a node. */
  void announce(String nodeId, String key, long creationTime) {
    add(nodeId, key, new Entry(creationTime, Stage.ANNOUNCED));
  }

  /** A node did not delete a key, and has to be asked again. */
  void add(String nodeId, String key, long creationTime) {
    add(nodeId, key, new Entry(creationTime, Stage.DUE));
  }

  private void add(String nodeId, String key, Entry entry) {
    keysByNode.compute(
        nodeId,
        (id, known) -> {
          Map<String, Entry> keys = known == null ? new LinkedHashMap<>() : known;
          keys.merge(key, entry, Entry::and);
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
          keys.replaceAll(
              (key, entry) -> entry.in(entry.stage == Stage.ANNOUNCED ? Stage.LATE : Stage.DUE));
          return keys;
        });
  }

  /**
   * Cancels the deletion of a key that was written again, or is deleted.
   *
   * @param creationTime of the session that was written or deleted; the deletion of a later one
   *     stays
   */
  void cancel(String nodeId, String key, long creationTime) {
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.computeIfPresent(
              key, (same, entry) -> entry.creationTime > creationTime ? entry : null);
          return keys.isEmpty() ? null : keys;
        });
  }

  /**
   * A key is about to be written: its deletion is not due any more, unless that fails.
   *
   * @return whether the deletion was due
   */
  boolean hold(String nodeId, String key) {
    boolean[] wasDue = new boolean[1];
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.computeIfPresent(
              key,
              (same, entry) -> {
                wasDue[0] = entry.isDue();
                return entry.in(Stage.ANNOUNCED);
              });
          return keys;
        });
    return wasDue[0];
  }

  /** A key was not written: its deletion is due again. */
  void release(String nodeId, String key) {
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.computeIfPresent(key, (same, entry) -> entry.in(Stage.DUE));
          return keys;
        });
  }

  /** Forgets all keys of a node. */
  void forget(String nodeId) {
    keysByNode.remove(nodeId);
  }

  /** Whether the key is to be deleted from the node. */
  boolean contains(String nodeId, String key) {
    return endedBefore(nodeId, key) > Long.MIN_VALUE;
  }

  /**
   * A record under the key there must not be used if its session was created before this time, for
   * that session has ended; the smallest number if the key is not to be deleted.
   */
  long endedBefore(String nodeId, String key) {
    long[] found = {Long.MIN_VALUE};
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          Entry entry = keys.get(key);
          if (entry != null) {
            found[0] = entry.creationTime + 1;
          }
          return keys;
        });
    return found[0];
  }

  /** Whether the deletion of the key from the node is due. */
  boolean isDue(String nodeId, String key) {
    boolean[] found = new boolean[1];
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          Entry entry = keys.get(key);
          found[0] = entry != null && entry.isDue();
          return keys;
        });
    return found[0];
  }

  /** The deletions from a node that are due, the oldest first. */
  List<Deletion> due(String nodeId) {
    List<Deletion> found = new ArrayList<>();
    keysByNode.computeIfPresent(
        nodeId,
        (id, keys) -> {
          keys.forEach(
              (key, entry) -> {
                if (entry.isDue()) {
                  found.add(new Deletion(key, entry.creationTime));
                }
              });
          return keys;
        });
    return found;
  }
}
