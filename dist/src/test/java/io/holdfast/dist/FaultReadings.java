package io.holdfast.dist;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What two MBeans of one application say at one time.
 *
 * @param manager numbers of the manager
 * @param node numbers of one node; 1 stands for true
 */
record FaultReadings(Map<String, Long> manager, Map<String, Long> node) {

  private static final List<String> OF_MANAGER =
      List.of("nodesLost", "nodeRefusals", "backupsFailed", "sessionsNotStored");
  private static final List<String> OF_NODE =
      List.of(
          "lost", "failures", "refusals", "operations", "operationMicrosSum", "operationMicrosP99");

  static FaultReadings of(ManagerBean manager, ManagerBean node) {
    return new FaultReadings(manager.counts(OF_MANAGER), node.counts(OF_NODE));
  }

  long manager(String name) {
    return Objects.requireNonNull(manager.get(name), name);
  }

  long node(String name) {
    return Objects.requireNonNull(node.get(name), name);
  }
}
