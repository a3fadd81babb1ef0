package io.holdfast.dist;

import io.holdfast.core.metrics.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Notes what the Tomcats have counted since the last look, and which nodes they lost: who asks for
 * the cause of a violation begins there. It is used by one thread at a time.
 */
final class HistoryCounts {

  private static final List<Metric> TOLD =
      List.of(
          Metric.LEASES_LOCAL,
          Metric.LEASES_LOST,
          Metric.LEASES_UNREADABLE,
          Metric.LEASE_NODES_LEFT_OUT,
          Metric.LOADS_UNREADABLE,
          Metric.LOADS_FAILED,
          Metric.SAVES_REFUSED,
          Metric.BACKUPS_FAILED,
          Metric.DIVERGENCES);

  private final HistoryFile file;
  private final Map<String, String> last = new HashMap<>();

  HistoryCounts(HistoryFile file) {
    this.file = file;
  }

  /**
   * Notes what is new of one mode in one Tomcat.
   *
   * @param from when the counters were asked for
   */
  void note(LinedTomcat tomcat, HistoryMode mode, Map<String, String> counters, long from) {
    TOLD.forEach(metric -> note(tomcat, mode, metric.name(), counters, from));
    note(tomcat, mode, "lost", counters, from);
  }

  private void note(
      LinedTomcat tomcat, HistoryMode mode, String name, Map<String, String> counters, long from) {
    String now = Objects.requireNonNull(counters.get(name));
    String before = last.put(tomcat + " " + mode + " " + name, now);
    if (before != null && !before.equals(now)) {
      file.told(
          tomcat.toString(),
          "%s: %s %s, before %s".formatted(mode, name, now, before),
          from,
          System.nanoTime());
    }
  }
}
