package io.holdfast.benchmarks.serializers;

/**
 * What one JVM saw of one thing.
 *
 * @param nanos the time of an operation, the median of the iterations
 * @param allocated bytes allocated by an operation
 */
record Measured(double nanos, double allocated) {}
