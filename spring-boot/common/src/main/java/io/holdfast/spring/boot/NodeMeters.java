package io.holdfast.spring.boot;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The meters of the nodes in one registry: those that are in use have meters, and no others. */
final class NodeMeters {

  private final Measured sessions;
  private final MeterRegistry registry;
  private final Tags tags;
  private final Map<String, List<Meter>> registered = new HashMap<>();

  /**
   * Registers nothing yet.
   *
   * @param tags of all meters; each node's have its id as well
   */
  NodeMeters(Measured sessions, MeterRegistry registry, Tags tags) {
    this.sessions = sessions;
    this.registry = registry;
    this.tags = tags;
  }

  /** From now on the nodes have meters that are in use now. */
  synchronized void refresh() {
    RuntimeView observed = sessions.observed();
    Set<String> ids =
        observed == null
            ? Set.of()
            : observed.nodes().stream()
                .map(node -> node.address().id())
                .collect(Collectors.toSet());
    List.copyOf(registered.keySet()).stream().filter(id -> !ids.contains(id)).forEach(this::remove);
    ids.stream().filter(id -> !registered.containsKey(id)).forEach(this::add);
  }

  private void remove(String id) {
    List<Meter> meters = registered.remove(id);
    if (meters != null) {
      meters.forEach(registry::remove);
    }
  }

  private void add(String id) {
    TaggedMeters of = new TaggedMeters(registry, sessions, tags.and("node", id));
    List<Meter> meters = new ArrayList<>();
    meters.addAll(
        of.time(
            MeterNames.of(Timing.NODE_OPERATION),
            Timing.NODE_OPERATION.description(),
            all -> all.nodeLatency(id)));
    meters.add(
        of.counter(
            "holdfast.memcached.failures",
            "Operations without an answer: there was none in time, or no connection",
            observed -> observed.metrics().node(id).failures()));
    meters.add(
        of.counter(
            MeterNames.of(Metric.NODE_REFUSALS),
            Metric.NODE_REFUSALS.description(),
            observed -> observed.metrics().node(id).refusals()));
    meters.add(
        of.counter(
            MeterNames.of(Metric.NODE_EVICTIONS),
            Metric.NODE_EVICTIONS.description(),
            observed -> memory(observed, id, NodeFigures::evictions, 0)));
    meters.add(
        of.gauge(
            MeterNames.of(Metric.NODE_MEMORY_PERCENT),
            "Memory that the node uses now, from 0 to 1",
            observed ->
                memory(observed, id, NodeFigures::usedPercent, Double.NaN)
                    * MeterNames.factor(Metric.NODE_MEMORY_PERCENT)));
    for (NodeStatus.State state : NodeStatus.State.values()) {
      meters.add(
          new TaggedMeters(registry, sessions, tags.and("node", id, "state", state.name()))
              .gauge(
                  "holdfast.memcached.state",
                  "1 for the state that the node is in, 0 for others",
                  observed -> isIn(state, observed, id) ? 1 : 0));
    }
    registered.put(id, List.copyOf(meters));
  }

  private static boolean isIn(NodeStatus.State state, RuntimeView observed, String id) {
    return observed.nodes().stream()
        .anyMatch(node -> node.address().id().equals(id) && node.state() == state);
  }

  /** A figure of a node's memory; another one while that is not known. */
  private static double memory(
      RuntimeView observed, String id, ToDoubleFunction<NodeFigures> figure, double otherwise) {
    return observed.nodes().stream()
        .filter(node -> node.address().id().equals(id))
        .map(NodeStatus::figures)
        .filter(Objects::nonNull)
        .mapToDouble(figure)
        .findFirst()
        .orElse(otherwise);
  }
}
