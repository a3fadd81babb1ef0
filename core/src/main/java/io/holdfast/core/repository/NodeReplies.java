package io.holdfast.core.repository;

import io.holdfast.core.storage.WriteCondition;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which nodes answered when a session was looked for.
 *
 * @param versions by node that answered, the node's own version of what lies there, for
 *     compare-and-set; 0 if nothing does
 * @param silent nodes that were asked and did not answer
 * @param lost nodes that were not asked, because they have not answered lately
 */
public record NodeReplies(Map<String, Long> versions, Set<String> silent, Set<String> lost) {

  /** Copies the collections. */
  public NodeReplies {
    versions = Map.copyOf(versions);
    silent = Set.copyOf(silent);
    lost = Set.copyOf(lost);
  }

  /** Nobody answered. */
  public static NodeReplies nobody(Set<String> nodeIds) {
    return new NodeReplies(Map.of(), nodeIds, Set.of());
  }

  /** The nodes that may hold something that nobody knows of. */
  public Set<String> unheard() {
    Set<String> unheard = new HashSet<>(silent);
    unheard.addAll(lost);
    return unheard;
  }

  /** That a node that answered still holds what it held then. */
  WriteCondition unchangedOn(String nodeId) {
    long version = Objects.requireNonNull(versions.get(nodeId));
    return version == 0 ? WriteCondition.ifAbsent() : WriteCondition.ifVersion(version);
  }
}
