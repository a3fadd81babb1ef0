package io.holdfast.benchmarks;

/** What clients saw in one phase. */
final class Outcome {

  /** Requests on the client's own session. */
  private final Latencies own = new Latencies();

  /** Requests with the id of a session that this Tomcat does not know. */
  private final Latencies strange = new Latencies();

  /** All requests that began after the first seconds. */
  private final Latencies settled = new Latencies();

  void add(boolean stranger, long nanos, boolean isSettled) {
    (stranger ? strange : own).add(nanos);
    if (isSettled) {
      settled.add(nanos);
    }
  }

  void addAll(Outcome other) {
    own.addAll(other.own);
    strange.addAll(other.strange);
    settled.addAll(other.settled);
  }

  Latencies settled() {
    return settled;
  }

  Latencies own() {
    return own;
  }

  Latencies strange() {
    return strange;
  }

  int count() {
    return own.count() + strange.count();
  }
}
