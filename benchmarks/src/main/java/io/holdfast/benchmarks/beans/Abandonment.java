package io.holdfast.benchmarks.beans;

/**
 * Sessions that nobody ended.
 *
 * @param sessions how many there were, all of them in memcached
 * @param seconds after the last request until memcached had none
 */
record Abandonment(int sessions, double seconds) {

  /** The interval after which they end, in seconds. */
  static final int IDLE = 2;
}
