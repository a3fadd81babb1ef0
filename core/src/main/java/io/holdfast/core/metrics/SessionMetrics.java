package io.holdfast.core.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The counters of one web application's sessions, and how long things took. Thread-safe; counting
 * takes no lock and allocates nothing.
 */
public final class SessionMetrics {

  /** Of a node that was not asked yet, or has left: who looks leaves nothing behind. */
  private static final NodeTraffic NOTHING = new NodeTraffic();

  /**
   * The operations of one node since the web application started, at any address. Thread-safe;
   * counting takes no lock.
   */
  public static final class NodeTraffic {

    final LongAdder failures = new LongAdder();
    final LongAdder refusals = new LongAdder();

    /** Of operations that were answered or timed out. */
    final LatencyHistogram latency = new LatencyHistogram();

    NodeTraffic() {}

    /** Operations without an answer: there was none in time, or no connection. */
    public long failures() {
      return failures.sum();
    }

    /** Returns how many operations the node answered with an error, such as out of memory. */
    public long refusals() {
      return refusals.sum();
    }
  }

  /** Filled by the constructor and not changed afterwards, so that threads may share it. */
  private final Map<Metric, LongAdder> counters = new EnumMap<>(Metric.class);

  /** Not changed after the constructor, like the counters. */
  private final Map<Timing, LatencyHistogram> histograms = new EnumMap<>(Timing.class);

  private final Map<Metric, LongSupplier> countedElsewhere =
      Collections.synchronizedMap(new EnumMap<>(Metric.class));
  private final Map<String, NodeTraffic> nodes = new ConcurrentHashMap<>();
  private final boolean enabled;
  private final LongSupplier nanoTime;

  /** Creates counters at zero, which stay there if they are not enabled. */
  public SessionMetrics(boolean enabled) {
    this(enabled, System::nanoTime);
  }

  /** The same with a clock in nanoseconds, which is not asked if they are not enabled. */
  public SessionMetrics(boolean enabled, LongSupplier nanoTime) {
    this.enabled = enabled;
    this.nanoTime = nanoTime;
    for (Metric metric : Metric.values()) {
      counters.put(metric, new LongAdder());
    }
    for (Timing timing : Timing.values()) {
      histograms.put(timing, new LatencyHistogram());
    }
  }

  public void increment(Metric metric) {
    add(metric, 1);
  }

  /** Counts several, 0 or more. */
  public void add(Metric metric, long amount) {
    if (enabled) {
      counter(metric).add(amount);
    }
  }

  /**
   * Reads a number from its source from now on, and does not count it here. A gauge is shown even
   * if counting is off.
   */
  public void countedElsewhere(Metric metric, LongSupplier count) {
    if (enabled || metric.isGauge()) {
      countedElsewhere.put(metric, count);
    }
  }

  /** The start of a timing, for {@link #ended}; has no other meaning. */
  public long started() {
    return enabled ? nanoTime.getAsLong() : 0;
  }

  /** Notes how long something took since {@link #started}. */
  public void ended(Timing timing, long started) {
    if (enabled) {
      long now = nanoTime.getAsLong();
      histogram(timing).record(now - started, now);
    }
  }

  /** Notes how long something took, in nanoseconds. */
  public void took(Timing timing, long nanos) {
    if (enabled) {
      histogram(timing).record(nanos, nanoTime.getAsLong());
    }
  }

  public long get(Metric metric) {
    LongSupplier elsewhere = countedElsewhere.get(metric);
    return elsewhere == null ? counter(metric).sum() : elsewhere.getAsLong();
  }

  /** How long something took, in the last minutes and since the start. */
  public LatencySummary summary(Timing timing) {
    return histogram(timing).summary(enabled ? nanoTime.getAsLong() : 0);
  }

  /** All counts in the order of {@link Metric}; not a consistent view while threads count. */
  public Map<Metric, Long> snapshot() {
    Map<Metric, Long> counts = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      counts.put(metric, get(metric));
    }
    return Collections.unmodifiableMap(counts);
  }

  // ---- nodes ----

  /** Notes an operation of a node that was answered or timed out. */
  public void nodeAnswered(String nodeId, long started) {
    if (enabled) {
      long now = nanoTime.getAsLong();
      histogram(Timing.NODE_OPERATION).record(now - started, now);
      counted(nodeId).latency.record(now - started, now);
    }
  }

  /** Notes an operation of a node without an answer or a connection. */
  public void nodeFailed(String nodeId) {
    if (enabled) {
      counted(nodeId).failures.increment();
    }
  }

  /** Notes an operation that a node answered with an error. */
  public void nodeRefused(String nodeId) {
    increment(Metric.NODE_REFUSALS);
    if (enabled) {
      counted(nodeId).refusals.increment();
    }
  }

  /**
   * Keeps nothing of a node that is asked for nothing any more: where nodes are found, each may
   * have an id that never comes back.
   */
  public void forgetNode(String nodeId) {
    nodes.remove(nodeId);
  }

  /** The operations of a node since the start, or since it came into use. */
  public NodeTraffic node(String nodeId) {
    return nodes.getOrDefault(nodeId, NOTHING);
  }

  private NodeTraffic counted(String nodeId) {
    return nodes.computeIfAbsent(nodeId, any -> new NodeTraffic());
  }

  /** How long operations of a node took, in the last minutes and since the start. */
  public LatencySummary nodeLatency(String nodeId) {
    return node(nodeId).latency.summary(enabled ? nanoTime.getAsLong() : 0);
  }

  private LongAdder counter(Metric metric) {
    return Objects.requireNonNull(counters.get(metric));
  }

  private LatencyHistogram histogram(Timing timing) {
    return Objects.requireNonNull(histograms.get(timing));
  }
}
