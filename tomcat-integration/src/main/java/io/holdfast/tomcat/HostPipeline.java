package io.holdfast.tomcat;

import org.apache.catalina.Container;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Valve;

/**
 * The pipeline of a host, to which its applications add valves when they start, and remove them
 * when they stop.
 *
 * <p>Tomcat's is a plain list: applications that start or stop side by side, as with the host's
 * {@code startStopThreads}, would lose each other's valves.
 */
final class HostPipeline {

  private final Pipeline pipeline;

  HostPipeline(Container host) {
    this.pipeline = host.getPipeline();
  }

  void add(Valve valve) {
    synchronized (pipeline) {
      pipeline.addValve(valve);
    }
  }

  void remove(Valve valve) {
    synchronized (pipeline) {
      pipeline.removeValve(valve);
    }
  }
}
