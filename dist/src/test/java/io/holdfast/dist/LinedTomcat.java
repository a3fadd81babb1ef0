package io.holdfast.dist;

import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;

/** A Tomcat with a line of its own to each node. */
final class LinedTomcat implements AutoCloseable {

  private final String name;
  private final TomcatProcess process;
  private final List<FaultProxy> lines;
  private volatile boolean serving;

  LinedTomcat(String name, TomcatProcess process, List<FaultProxy> lines) {
    this.name = name;
    this.process = process;
    this.lines = List.copyOf(lines);
  }

  TomcatProcess process() {
    return process;
  }

  /** The lines, in the order of the nodes. */
  List<FaultProxy> lines() {
    return lines;
  }

  /** Whether a load balancer would send requests to it. */
  boolean isServing() {
    return serving;
  }

  void serve(boolean serves) {
    serving = serves;
  }

  @Override
  public void close() {
    process.close();
    lines.forEach(FaultProxy::close);
  }

  @Override
  public String toString() {
    return name;
  }
}
