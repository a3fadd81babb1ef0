package io.holdfast.core.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one web application's sessions. Thread-safe. */
public final class SessionMetrics {

  /** Filled by the constructor and not changed afterwards, so that threads may share it. */
  private final Map<Metric, LongAdder> counters = new EnumMap<>(Metric.class);

  private final boolean enabled;

  /**
   * Creates counters at zero.
   *
   * @param enabled whether anything is counted; otherwise the counters stay at zero
   */
  public SessionMetrics(boolean enabled) {
    this.enabled = enabled;
    for (Metric metric : Metric.values()) {
      counters.put(metric, new LongAdder());
    }
  }

  /** Counts one. */
  public void increment(Metric metric) {
    add(metric, 1);
  }

  /**
   * Counts several.
   *
   * @param amount 0 or more
   */
  public void add(Metric metric, long amount) {
    if (enabled) {
      counter(metric).add(amount);
    }
  }

  /** The present count. */
  public long get(Metric metric) {
    return counter(metric).sum();
  }

  /** All counts in the order of {@link Metric}; not one moment's where others count meanwhile. */
  public Map<Metric, Long> snapshot() {
    Map<Metric, Long> counts = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      counts.put(metric, get(metric));
    }
    return Collections.unmodifiableMap(counts);
  }

  private LongAdder counter(Metric metric) {
    return Objects.requireNonNull(counters.get(metric));
  }
}
