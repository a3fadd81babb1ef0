package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.report.Turn.Traffic;

/** Two memcached nodes, of one pair only, so that they count its operations. */
record NodesStore(Nodes nodes) implements Store {

  @Override
  public Traffic traffic() {
    return nodes.operations().traffic();
  }

  @Override
  public void close() {
    nodes.close();
  }
}
