package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many answers in a row a node has been missing from. One that is missing once may be restarted
 * at the moment, or the answer may be a part of the whole.
 */
final class Absences {

  /** A node is gone when so many answers in a row have not named it. */
  static final int ANSWERS = 3;

  private Map<NodeAddress, Integer> counts = Map.of();

  /**
   * Notes an answer.
   *
   * @param listed the nodes in use
   * @param found the nodes of the answer
   */
  void note(Collection<NodeAddress> listed, List<NodeAddress> found) {
    Map<NodeAddress, Integer> next = new HashMap<>();
    for (NodeAddress node : listed) {
      if (!found.contains(node)) {
        next.put(node, counts.getOrDefault(node, 0) + 1);
      }
    }
    counts = next;
  }

  /** The nodes that are gone. */
  Set<NodeAddress> gone() {
    return counts.entrySet().stream()
        .filter(each -> each.getValue() >= ANSWERS)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
