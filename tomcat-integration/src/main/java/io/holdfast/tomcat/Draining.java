package io.holdfast.tomcat;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.runtime.RuntimeView;

/**
 * Marks this Java process as about to be stopped: it serves on, and its {@link HealthValve} has
 * load balancers send requests elsewhere.
 */
final class Draining {

  static final Draining OF_PROCESS = new Draining();

  private static final System.Logger LOG = Loggers.of(Draining.class);

  private volatile boolean draining;

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
    long missing = 0;
    for (RunningApplication application : RunningApplication.ofProcess()) {
      RuntimeView observed = application.sessions().observed();
      observed.storeUnsaved();
      missing +=
          Math.max(
              observed.metrics().get(Metric.SESSIONS_NOT_STORED),
              observed.metrics().get(Metric.BACKUPS_WAITING));
    }
    return missing;
  }
}
