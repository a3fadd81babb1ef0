package io.holdfast.tomcat;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Marks this Java process as about to be stopped: it serves on, and its {@link HealthValve} has
 * load balancers send requests elsewhere.
 */
final class Draining {

  static final Draining OF_PROCESS = new Draining();

  private static final System.Logger LOG = Loggers.of(Draining.class);

  /** Weak, for those that are never stopped, as their application has failed. */
  private final Set<Measured> managers =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean draining;

  void begin(Measured manager) {
    managers.add(manager);
  }

  void end(Measured manager) {
    managers.remove(manager);
  }

  boolean isOn() {
    return draining;
  }

  void set(boolean wanted) {
    if (wanted != draining) {
      draining = wanted;
      LOG.log(
          System.Logger.Level.INFO,
          wanted
              ? "Draining: health checks are answered with 503, requests are served as before"
              : "Draining ends: health checks are answered with 200");
    }
  }

  /**
   * Begins to store what no request has stored, such as sessions that began in ignored requests.
   *
   * @return how many sessions the store does not have yet, of all applications
   */
  long store() {
    List<Measured> present;
    synchronized (managers) {
      present = new ArrayList<>(managers);
    }
    long missing = 0;
    for (Measured manager : present) {
      RuntimeView observed = manager.observed();
      if (observed != null) {
        observed.storeUnsaved();
        missing +=
            Math.max(
                observed.metrics().get(Metric.SESSIONS_NOT_STORED),
                observed.metrics().get(Metric.BACKUPS_WAITING));
      }
    }
    return missing;
  }
}
