package io.holdfast.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * What went to one node since the web application started, under whatever address. Thread-safe;
 * counting takes no lock.
 */
public final class NodeTraffic {

  private final LongAdder failures = new LongAdder();
  private final LongAdder refusals = new LongAdder();
  private final LatencyHistogram latency = new LatencyHistogram();

  NodeTraffic() {}

  /** An operation had its answer, or its timeout. */
  void took(long nanos, long now) {
    latency.record(nanos, now);
  }

  /** An operation had no answer, or there was no connection. */
  void failed() {
    failures.increment();
  }

  /** The node answered an operation with an error. */
  void refused() {
    refusals.increment();
  }

  /** Operations without an answer: there was none in time, or no connection. */
  public long failures() {
    return failures.sum();
  }

  /** Operations that the node answered with an error, such as for want of memory. */
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
