package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** How often sessions are in the store. */
final class HistoryCopies {

  private static final int SHOWN = 5;

  private HistoryCopies() {}

  /** Those that are not on as many nodes as promised, in short; empty if there are none. */
  static String missing(LinedCluster cluster, Collection<HistorySession> sessions) {
    List<Set<String>> keys =
        cluster.nodes().stream()
            .filter(MemcachedNode::isRunning)
            .map(node -> Set.copyOf(node.keys()))
            .toList();
    List<String> missing = new ArrayList<>();
    for (HistorySession session : sessions) {
      String key = session.key();
      long copies = key == null ? 0 : keys.stream().filter(of -> of.contains(key)).count();
      if (key != null && copies < promised(session, keys.size())) {
        missing.add(session + " on " + copies);
      }
    }
    return missing.isEmpty()
        ? ""
        : missing.size() + ": " + missing.subList(0, Math.min(SHOWN, missing.size()));
  }

  /**
   * A sticky session that has ended is nowhere; any other leaves a tombstone in its record's place.
   */
  private static int promised(HistorySession session, int nodes) {
    boolean isNowhere = session.mode() == HistoryMode.STICKY && session.isEnded();
    return isNowhere ? 0 : Math.min(2, nodes);
  }
}
