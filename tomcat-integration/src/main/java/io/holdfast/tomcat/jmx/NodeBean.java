package io.holdfast.tomcat.jmx;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * The MBean of one node, as one component sees it. All is read only. An attribute has no value when
 * the node is in use no more, or has not said anything of it yet.
 */
final class NodeBean implements DynamicMBean {

  private static final String LATELY = " of the last five minutes, in microseconds";

  /** In the order in which a console shows them. */
  private static final List<Shown> ALL =
      List.of(
          text(
              "address",
              "Where the node is, as host:port; or who knows it: its sentinels, or the servers of"
                  + " its cluster",
              node -> node.address().hostAndPort()),
          text(
              "state",
              "AVAILABLE, STANDBY (a failover node), LOST, or LEAVING for one that was taken out of"
                  + " the list",
              node -> node.state().name()),
          text("since", "Since when it is in that state", node -> node.since().toString()),
          new Shown(
              "lost",
              "boolean",
              "Whether it does not answer now",
              (observed, node) -> node.state() == NodeStatus.State.LOST),
          number(
              "operations",
              "Operations that had an answer or a timeout since the start",
              (all, id) -> all.nodeLatency(id).count()),
          number(
              "failures",
              "Operations without an answer since the start: there was none in time, or no"
                  + " connection",
              (all, id) -> all.node(id).failures()),
          number(
              "refusals",
              "Operations since the start that the node answered with an error",
              (all, id) -> all.node(id).refusals()),
          micros(
              "operationMicrosSum",
              "Times of operations since the start together, in microseconds",
              (all, id) -> all.nodeLatency(id).sum()),
          micros(
              "operationMicrosP50",
              "Median of operations" + LATELY,
              (all, id) -> all.nodeLatency(id).p50()),
          micros(
              "operationMicrosP95",
              "95th percentile of operations" + LATELY,
              (all, id) -> all.nodeLatency(id).p95()),
          micros(
              "operationMicrosP99",
              "99th percentile of operations" + LATELY,
              (all, id) -> all.nodeLatency(id).p99()),
          micros(
              "operationMicrosMax",
              "The longest operation" + LATELY,
              (all, id) -> all.nodeLatency(id).max()),
          memory(
              "evictions",
              "Values that the node evicted because its memory was full, since it started",
              NodeFigures::evictions),
          memory(
              "memoryPercent",
              "How much of its memory it uses, in percent",
              NodeFigures::usedPercent));

  private static final Map<String, Shown> BY_NAME =
      ALL.stream().collect(Collectors.toMap(Shown::name, Function.identity()));

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

  /** One attribute. */
  private record Shown(
      String name,
      String type,
      String description,
      BiFunction<RuntimeView, NodeStatus, @Nullable Object> value) {

    MBeanAttributeInfo info() {
      return new MBeanAttributeInfo(name, type, description, true, false, false);
    }
  }

  private static Shown text(String name, String description, Function<NodeStatus, String> value) {
    return new Shown(
        name, String.class.getName(), description, (observed, node) -> value.apply(node));
  }

  private static Shown number(
      String name, String description, ToLongBiFunction<SessionMetrics, String> value) {
    return new Shown(
        name,
        "long",
        description,
        (observed, node) -> value.applyAsLong(observed.metrics(), node.address().id()));
  }

  private static Shown micros(
      String name, String description, ToLongBiFunction<SessionMetrics, String> nanos) {
    return number(
        name, description, (all, id) -> TimeUnit.NANOSECONDS.toMicros(nanos.applyAsLong(all, id)));
  }

  private static Shown memory(String name, String description, ToLongFunction<NodeFigures> value) {
    return new Shown(
        name,
        Long.class.getName(),
        description,
        (observed, node) -> {
          NodeFigures said = node.figures();
          return said == null ? null : value.applyAsLong(said);
        });
  }

  @Override
  public @Nullable Object getAttribute(String name) throws AttributeNotFoundException {
    Shown shown = BY_NAME.get(name);
    if (shown == null) {
      throw new AttributeNotFoundException("A node has no attribute " + name);
    }
    return value(shown);
  }

  private @Nullable Object value(Shown shown) {
    RuntimeView observed = component.get();
    return observed == null
        ? null
        : observed.nodes().stream()
            .filter(node -> node.address().id().equals(nodeId))
            .findFirst()
            .map(node -> shown.value.apply(observed, node))
            .orElse(null);
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    AttributeList values = new AttributeList();
    Arrays.stream(names)
        .map(BY_NAME::get)
        .filter(Objects::nonNull)
        .forEach(shown -> values.add(new Attribute(shown.name, value(shown))));
    return values;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("Attributes of a node are read only");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String operation, Object[] arguments, String[] types)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(operation));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new MBeanInfo(
        NodeBean.class.getName(),
        "A node that stores sessions, as one application sees it",
        ALL.stream().map(Shown::info).toArray(MBeanAttributeInfo[]::new),
        null,
        null,
        null);
  }
}
