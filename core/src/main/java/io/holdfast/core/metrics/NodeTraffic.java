package io.holdfast.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * The operations of one node since the web application started, at any address. Thread-safe;
 * counting takes no lock.
 */
public final class NodeTraffic {

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
