package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.Setup;
import io.holdfast.benchmarks.load.NodesStore;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;

/** Tomcats with two memcached nodes of their own, so that nobody else is counted there. */
final class MemcachedInstallation implements Installation {

  private final Bench bench;
  private final Nodes nodes = new Nodes();
  private final SecondTomcat second;
  private final Manners manners;

  MemcachedInstallation(Bench bench, Manners manners) {
    this.bench = bench;
    this.second = new SecondTomcat(bench);
    this.manners = manners;
  }

  /** How a manager is told about nodes. */
  @FunctionalInterface
  interface Manners {
    Setup with(Bench bench, Nodes nodes) throws IOException;
  }

  @Override
  public TomcatProcess first() throws IOException {
    return bench.start(manners.with(bench, nodes), SecondTomcat.FIRST_ROUTE);
  }

  @Override
  public TomcatProcess second() throws IOException {
    return second.with(manners.with(bench, nodes));
  }

  @Override
  public Store store() {
    return NodesStore.operations(nodes);
  }

  @Override
  public void close() {
    second.close();
    nodes.close();
  }
}
