package io.holdfast.sessions.repository;

import io.holdfast.core.storage.WriteCondition;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which nodes replied when they were asked for a session.
 *
 * @param versions by node that replied, the node's own version of the value there, for
 *     compare-and-set; 0 if there is none
 * @param silent nodes that were asked and did not reply
 * @param lost nodes that were not asked, because they count as lost
 */
public record NodeReplies(Map<String, Long> versions, Set<String> silent, Set<String> lost) {

  /** Copies the collections. */
  public NodeReplies {
    versions = Map.copyOf(versions);
    silent = Set.copyOf(silent);
    lost = Set.copyOf(lost);
  }

  /** No node replied. */
  public static NodeReplies nobody(Set<String> nodeIds) {
    return new NodeReplies(Map.of(), nodeIds, Set.of());
  }

  /** The unreachable nodes: those that did not reply or were not asked. */
  public Set<String> unreachable() {
    Set<String> unreachable = new HashSet<>(silent);
    unreachable.addAll(lost);
    return unreachable;
  }

  /** The condition that a node that replied still holds what it held then. */
  WriteCondition unchangedOn(String nodeId) {
    long version = Objects.requireNonNull(versions.get(nodeId));
    return version == 0 ? WriteCondition.ifAbsent() : WriteCondition.ifVersion(version);
  }
}
