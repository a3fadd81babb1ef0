package io.holdfast.spring.boot;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.sessions.engine.ResyncProgress;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/** What there is to see of nodes that a test names; their counters are at zero. */
record FakeView(SessionMetrics metrics, NodeHealthBoard health, List<NodeStatus> nodes)
    implements RuntimeView {

  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");
  private static final NodeStateListener NOBODY =
      new NodeStateListener() {
        @Override
        public void nodeLost(String nodeId) {}

        @Override
        public void nodeReturned(String nodeId) {}
      };

  /** All of them answer. */
  static FakeView of(String... ids) {
    return new FakeView(
        new SessionMetrics(true),
        new NodeHealthBoard(List.of(ids), 1, Clock.fixed(THEN, ZoneOffset.UTC), NOBODY),
        Arrays.stream(ids)
            .map(id -> new NodeAddress(id, "cache-" + id, 11_211))
            .map(
                address ->
                    new NodeStatus(
                        address, NodeStatus.State.AVAILABLE, THEN, new NodeFigures(7, 25, 100, 0)))
            .toList());
  }

  /** The same, and these are lost. */
  FakeView without(String... ids) {
    Arrays.stream(ids).forEach(id -> health.watch(id).disconnected("no connection"));
    return new FakeView(
        metrics,
        health,
        nodes.stream()
            .map(
                node ->
                    health.isAvailable(node.address().id())
                        ? node
                        : new NodeStatus(
                            node.address(), NodeStatus.State.LOST, THEN, node.figures()))
            .toList());
  }

  @Override
  public ResyncProgress resyncProgress() {
    return new ResyncProgress(0, 0);
  }

  @Override
  public String allowedClassesReport() {
    return "";
  }

  @Override
  public String encryptionKeys() {
    return "";
  }

  @Override
  public void storeUnsaved() {}
}
