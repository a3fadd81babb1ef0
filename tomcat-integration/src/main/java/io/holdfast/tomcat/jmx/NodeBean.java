package io.holdfast.tomcat.jmx;

import static java.util.Map.entry;

import io.holdfast.core.metrics.LatencySummary;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the MBean of one node shows, as one component sees it; {@code mbeans-descriptors.xml} says
 * what each attribute means. All is read only. An attribute has no value when the node is in use no
 * more, or has not said anything of it yet.
 *
 * @param nodeId of the node
 * @param component shows it while it does anything
 */
public record NodeBean(String nodeId, Measured component) {

  /** What an attribute shows of a node, and of what its component has counted. */
  private interface Value {

    Map<String, Value> ALL =
        Map.ofEntries(
            entry("address", (node, all) -> node.address().hostAndPort()),
            entry("state", (node, all) -> node.state().name()),
            entry("since", (node, all) -> node.since().toString()),
            entry("lost", (node, all) -> node.state() == NodeStatus.State.LOST),
            entry("operations", (node, all) -> all.nodeLatency(node.address().id()).count()),
            entry("failures", (node, all) -> all.node(node.address().id()).failures()),
            entry("refusals", (node, all) -> all.node(node.address().id()).refusals()),
            entry("operationMicrosSum", micros(LatencySummary::sum)),
            entry("operationMicrosP50", micros(LatencySummary::p50)),
            entry("operationMicrosP95", micros(LatencySummary::p95)),
            entry("operationMicrosP99", micros(LatencySummary::p99)),
            entry("operationMicrosMax", micros(LatencySummary::max)),
            entry("evictions", ofMemory(NodeFigures::evictions)),
            entry("memoryPercent", ofMemory(NodeFigures::usedPercent)));

    @Nullable Object of(NodeStatus node, SessionMetrics all);
  }

  private static Value micros(ToLongFunction<LatencySummary> nanos) {
    return (node, all) ->
        TimeUnit.NANOSECONDS.toMicros(nanos.applyAsLong(all.nodeLatency(node.address().id())));
  }

  private static Value ofMemory(ToLongFunction<NodeFigures> figure) {
    return (node, all) -> {
      NodeFigures said = node.figures();
      return said == null ? null : figure.applyAsLong(said);
    };
  }

  static boolean has(@Nullable String attribute) {
    return attribute != null && Value.ALL.containsKey(attribute);
  }

  @Nullable Object get(String attribute) {
    RuntimeView observed = component.observed();
    Value value = Value.ALL.get(attribute);
    return observed == null || value == null
        ? null
        : observed.nodes().stream()
            .filter(node -> node.address().id().equals(nodeId))
            .findFirst()
            .map(node -> value.of(node, observed.metrics()))
            .orElse(null);
  }
}
