package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** How often sessions are in the store. */
final class HistoryCopies {

  private static final int SHOWN = 5;

  private HistoryCopies() {}

  /** Those of the sessions that are not on as many nodes as promised. */
  static List<HistorySession> missing(LinedCluster cluster, Collection<HistorySession> sessions) {
    List<Set<String>> keys =
        cluster.nodes().stream()
            .filter(MemcachedNode::isRunning)
            .map(node -> Set.copyOf(node.probe().keys()))
            .toList();
    return sessions.stream().filter(session -> isMissing(session, keys)).toList();
  }

  private static boolean isMissing(HistorySession session, List<Set<String>> keys) {
    String key = session.key();
    return key != null
        && keys.stream().filter(of -> of.contains(key)).count() < promised(session, keys.size());
  }

  /** The number of sessions, and the first of them; empty if there are none. */
  static String inShort(List<HistorySession> missing) {
    return missing.isEmpty()
        ? ""
        : " NOT: %d: %s"
            .formatted(missing.size(), missing.subList(0, Math.min(SHOWN, missing.size())));
  }

  /**
   * A sticky session that has ended is nowhere; any other leaves a tombstone in its record's place.
   */
  private static int promised(HistorySession session, int nodes) {
    boolean isNowhere = session.mode() == HistoryMode.STICKY && session.isEnded();
    return isNowhere ? 0 : Math.min(2, nodes);
  }
}
