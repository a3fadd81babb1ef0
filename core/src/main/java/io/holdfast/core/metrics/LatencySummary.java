package io.holdfast.core.metrics;

/**
 * How long something took. All times are in nanoseconds, and 0 where it did not happen.
 *
 * @param count how often it happened since the web application started
 * @param sum how long it took together since then
 * @param p50 half of the times of the last five minutes were at most this
 * @param p95 95 of 100 times of the last five minutes were at most this
 * @param p99 99 of 100 times of the last five minutes were at most this
 * @param max the longest of the last five minutes
 */
public record LatencySummary(long count, long sum, long p50, long p95, long p99, long max) {}
