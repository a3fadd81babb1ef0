package io.holdfast.benchmarks.growth;

/**
 * What was seen of a Tomcat and its nodes when nobody asked for anything.
 *
 * @param sessions that the Tomcat has
 * @param heap bytes in use after a full collection
 * @param threads of the process
 * @param writes that the nodes have counted since they started
 * @param items that they hold
 * @param bytes that these take
 * @param connections that clients have to them, without the one that asks
 */
record Look(
    int sessions, long heap, int threads, long writes, long items, long bytes, long connections) {

  /** Bytes of heap for each session that came since another look. */
  double heapEach(Look before) {
    return (double) (heap - before.heap) / (sessions - before.sessions);
  }

  /** Writes for each session that came since another look. */
  double writesEach(Look before) {
    return (double) (writes - before.writes) / (sessions - before.sessions);
  }

  /** Bytes on the nodes for each session that came since another look. */
  double bytesEach(Look before) {
    return (double) (bytes - before.bytes) / (sessions - before.sessions);
  }
}
