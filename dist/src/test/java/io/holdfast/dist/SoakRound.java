package io.holdfast.dist;

import java.time.Duration;

/**
 * What one fault did.
 *
 * @param requests how many were sent meanwhile; none may have failed
 * @param stale how many reads did not show the last answered write: a Tomcat whose save a broken
 *     node keeps from ending answers all the same, and others see it when it has ended
 * @param largestLatency of these requests
 * @param redundantAfter from the fault's end to when every session was as often in the store as
 *     promised
 */
record SoakRound(
    StoreFault fault,
    SoakNode node,
    int requests,
    int stale,
    Duration largestLatency,
    Duration redundantAfter) {

  @Override
  public String toString() {
    return "%s %s: %,d requests, %d stale, largest latency %,d ms, redundant after %,d ms"
        .formatted(
            node, fault, requests, stale, largestLatency.toMillis(), redundantAfter.toMillis());
  }
}
