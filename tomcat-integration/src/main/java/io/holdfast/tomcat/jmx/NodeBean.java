package io.holdfast.tomcat.jmx;

import io.holdfast.core.metrics.LatencySummary;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the MBean of one node shows, as one component sees it; {@code mbeans-descriptors.xml} says
 * what each attribute means. All is read only. An attribute has no value when the node is in use no
 * more, or has not said anything of it yet.
 */
public final class NodeBean {

  private final String nodeId;
  private final Supplier<@Nullable RuntimeView> component;

  /**
   * Creates the bean.
   *
   * @param nodeId of the node
   * @param component what its component shows; null while that does nothing
   */
  NodeBean(String nodeId, Supplier<@Nullable RuntimeView> component) {
    this.nodeId = nodeId;
    this.component = component;
  }

  public @Nullable String getAddress() {
    return ofNode(node -> node.address().hostAndPort());
  }

  public @Nullable String getState() {
    return ofNode(node -> node.state().name());
  }

  public @Nullable String getSince() {
    return ofNode(node -> node.since().toString());
  }

  public @Nullable Boolean getLost() {
    return ofNode(node -> node.state() == NodeStatus.State.LOST);
  }

  public @Nullable Long getOperations() {
    return counted(all -> all.nodeLatency(nodeId).count());
  }

  public @Nullable Long getFailures() {
    return counted(all -> all.node(nodeId).failures());
  }

  public @Nullable Long getRefusals() {
    return counted(all -> all.node(nodeId).refusals());
  }

  public @Nullable Long getOperationMicrosSum() {
    return micros(LatencySummary::sum);
  }

  public @Nullable Long getOperationMicrosP50() {
    return micros(LatencySummary::p50);
  }

  public @Nullable Long getOperationMicrosP95() {
    return micros(LatencySummary::p95);
  }

  public @Nullable Long getOperationMicrosP99() {
    return micros(LatencySummary::p99);
  }

  public @Nullable Long getOperationMicrosMax() {
    return micros(LatencySummary::max);
  }

  public @Nullable Long getEvictions() {
    return ofMemory(NodeFigures::evictions);
  }

  public @Nullable Long getMemoryPercent() {
    return ofMemory(NodeFigures::usedPercent);
  }

  private <T> @Nullable T ofNode(Function<NodeStatus, @Nullable T> value) {
    RuntimeView observed = component.get();
    return observed == null
        ? null
        : observed.nodes().stream()
            .filter(node -> node.address().id().equals(nodeId))
            .findFirst()
            .map(value)
            .orElse(null);
  }

  private @Nullable Long counted(ToLongFunction<SessionMetrics> count) {
    RuntimeView observed = component.get();
    return observed == null ? null : ofNode(node -> count.applyAsLong(observed.metrics()));
  }

  private @Nullable Long micros(ToLongFunction<LatencySummary> nanos) {
    return counted(
        all -> TimeUnit.NANOSECONDS.toMicros(nanos.applyAsLong(all.nodeLatency(nodeId))));
  }

  private @Nullable Long ofMemory(ToLongFunction<NodeFigures> figure) {
    NodeFigures said = ofNode(NodeStatus::figures);
    return said == null ? null : figure.applyAsLong(said);
  }
}
