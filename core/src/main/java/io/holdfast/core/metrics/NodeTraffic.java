package io.holdfast.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * The operations of one node since the web application started, at any address. Thread-safe;
 * counting takes no lock.
 */
public final class NodeTraffic {

  private final LongAdder failures = new LongAdder();
  private final LongAdder refusals = new LongAdder();
  private final LatencyHistogram latency = new LatencyHistogram();

  NodeTraffic() {}

  /** Notes an operation that was answered or timed out. */
  void took(long nanos, long now) {
    latency.record(nanos, now);
  }

  /** Notes an operation without an answer or a connection. */
  void failed() {
    failures.increment();
  }

  /** Notes an operation that the node answered with an error. */
  void refused() {
    refusals.increment();
  }

  /** Operations without an answer: there was none in time, or no connection. */
  public long failures() {
    return failures.sum();
  }

  /** Returns how many operations the node answered with an error, such as out of memory. */
  public long refusals() {
    return refusals.sum();
  }

  /**
   * How long operations took that had an answer or a timeout.
   *
   * @param now nanoseconds, of the clock of the {@link SessionMetrics} that this is part of
   */
  LatencySummary latency(long now) {
    return latency.summary(now);
  }
}
