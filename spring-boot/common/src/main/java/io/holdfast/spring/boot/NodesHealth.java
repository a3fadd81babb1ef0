package io.holdfast.spring.boot;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the nodes are, for a health check. It is never down: without any node this process serves the
 * sessions that it has, while a supervisor that stopped it would lose them.
 *
 * @param isUp whether a node answers; if not, the health is unknown
 * @param isDraining whether requests are to go elsewhere: the health is out of service
 * @param details for an operator, by their names
 */
public record NodesHealth(boolean isUp, boolean isDraining, Map<String, Object> details) {

  private static final String REASON = "reason";

  /** Copies the details. */
  public NodesHealth {
    details = Collections.unmodifiableMap(new TreeMap<>(details));
  }

  /** The health now; null stands for sessions that are not backed up. */
  public static NodesHealth of(@Nullable RuntimeView observed) {
    if (observed == null) {
      return new NodesHealth(false, false, Map.of(REASON, "no sessions are backed up now"));
    }
    Map<String, Object> nodes = new TreeMap<>();
    boolean isUp = false;
    for (NodeStatus node : observed.nodes()) {
      nodes.put(node.address().id(), details(node));
      isUp |= observed.health().isAvailable(node.address().id());
    }
    Map<String, Object> details = new TreeMap<>();
    details.put("nodes", nodes);
    details.put("sessionsNotStored", observed.metrics().get(Metric.SESSIONS_NOT_STORED));
    if (!isUp) {
      details.put(REASON, "no node answers; this process serves the sessions that it has");
    }
    return new NodesHealth(isUp, false, details);
  }

  /** The same, for a program that is drained or not. */
  NodesHealth drained(boolean draining) {
    if (!draining) {
      return this;
    }
    Map<String, Object> more = new TreeMap<>(details);
    more.put(REASON, "drained: this process serves on, and is about to be stopped");
    return new NodesHealth(isUp, true, more);
  }

  private static Map<String, Object> details(NodeStatus node) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("address", node.address().hostAndPort());
    details.put("state", node.state().name());
    details.put("since", node.since().toString());
    NodeFigures said = node.figures();
    if (said != null) {
      details.put("evictions", said.evictions());
      details.put("memoryPercent", said.usedPercent());
    }
    return details;
  }
}
