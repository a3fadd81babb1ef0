package io.holdfast.tomcat;

import io.holdfast.core.flow.NodeStatus;
import io.holdfast.core.flow.ResyncProgress;
import io.holdfast.core.flow.SharedRuntime;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import java.util.List;

/** What an operator may look at of shared sessions that belong to no web application. */
record SharedRuntimeView(SharedRuntime runtime) implements Observed {

  @Override
  public SessionMetrics metrics() {
    return runtime.metrics();
  }

  @Override
  public NodeHealthBoard health() {
    return runtime.health();
  }

  @Override
  public List<NodeStatus> nodes() {
    return runtime.nodes();
  }

  @Override
  public ResyncProgress resyncProgress() {
    return runtime.resyncProgress();
  }
}
