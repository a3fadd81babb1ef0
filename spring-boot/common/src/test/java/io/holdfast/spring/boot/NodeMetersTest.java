package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.tomcat.jmx.Measured;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class NodeMetersTest {

  private final AtomicReference<FakeView> view = new AtomicReference<>(FakeView.of("n1", "n2"));
  private final Measured sessions = view::get;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final NodeMeters meters = new NodeMeters(sessions, registry, Tags.of("context", "/shop"));

  @Test
  void refreshWhenANodeCameAndOneWentThenThoseInUseHaveMeters() {
    meters.refresh();
    view.set(FakeView.of("n2", "n3"));

    meters.refresh();

    assertEquals(Set.of("n2", "n3"), nodesWithMeters());
  }

  @Test
  void valuesWhenANodeSaysItsMemoryThenAreThoseFigures() {
    meters.refresh();

    assertEquals(
        7,
        registry.get("holdfast.memcached.evictions").tag("node", "n1").functionCounter().count());
    assertEquals(
        0.25, registry.get("holdfast.memcached.memory.ratio").tag("node", "n1").gauge().value());
  }

  @Test
  void stateWhenANodeIsLostThenIsThatOfEach() {
    meters.refresh();
    view.set(FakeView.of("n1", "n2").without("n1"));

    assertEquals(1, state("n1", "LOST"));
    assertEquals(0, state("n1", "AVAILABLE"));
    assertEquals(0, state("n2", "LOST"));
    assertEquals(1, state("n2", "AVAILABLE"));
  }

  @Test
  void countersWhenTheSessionsHaveStoppedThenCountNothing() {
    meters.refresh();
    view.set(null);

    assertEquals(
        0, registry.get("holdfast.memcached.failures").tag("node", "n1").functionCounter().count());
  }

  private double state(String node, String state) {
    return registry
        .get("holdfast.memcached.state")
        .tag("node", node)
        .tag("state", state)
        .gauge()
        .value();
  }

  private Set<String> nodesWithMeters() {
    return registry.getMeters().stream()
        .map(meter -> String.valueOf(meter.getId().getTag("node")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
