package io.holdfast.tomcat;

import java.util.Arrays;
import java.util.Objects;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Valve;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of a host, to which its applications come when they start, and from which they go
 * when they stop: the first one brings the {@link HostValve}, the last one takes it away.
 *
 * <p>Tomcat's pipeline is a plain list: applications that start or stop side by side, as with the
 * host's {@code startStopThreads}, would lose valves. So they do it one after the other.
 */
final class HostPipeline {

  private final Container host;
  private final Pipeline pipeline;

  HostPipeline(Container host) {
    this.host = host;
    this.pipeline = host.getPipeline();
  }

  /** From now on the requests of an application pass through its valve. */
  void add(Context application, SessionBackupValve valve) {
    start(valve);
    synchronized (pipeline) {
      HostValve present = present();
      if (present == null) {
        HostValve first = new HostValve();
        first.add(application, valve);
        pipeline.addValve(UnstoredValve.of(first));
      } else {
        present.add(application, valve);
      }
    }
  }

  /** The requests of an application do not pass through its valve any more. */
  void remove(Context application, SessionBackupValve valve) {
    synchronized (pipeline) {
      for (Valve element : pipeline.getValves()) {
        HostValve present = UnstoredValve.in(element);
        if (present != null && present.remove(application, valve)) {
          pipeline.removeValve(element);
        }
      }
    }
    stop(valve);
  }

  private @Nullable HostValve present() {
    return Arrays.stream(pipeline.getValves())
        .map(UnstoredValve::in)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private void start(SessionBackupValve valve) {
    valve.setContainer(host);
    try {
      valve.start();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void stop(SessionBackupValve valve) {
    try {
      if (valve.getState().isAvailable()) {
        valve.stop();
      }
      valve.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }
}
