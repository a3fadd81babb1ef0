package io.holdfast.core.metrics;

/**
 * How long something took until now. All times are in nanoseconds, and 0 if it never happened.
 *
 * @param count how often it happened
 * @param p50 half of the times were at most this
 * @param p95 95 of 100 times were at most this
 * @param p99 99 of 100 times were at most this
 * @param max the longest
 */
public record LatencySummary(long count, long p50, long p95, long p99, long max) {}
