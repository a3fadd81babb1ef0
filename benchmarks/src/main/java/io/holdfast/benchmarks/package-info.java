/**
 * Measurements of the whole product: real Tomcats, real memcached nodes, load from outside. {@link
 * io.holdfast.benchmarks.RestartMeasurement} restarts a Tomcat under 10,000 sessions, {@link
 * io.holdfast.benchmarks.FrozenStoreMeasurement} freezes the store under load; both write what they
 * saw into {@code docs/measurements.md}.
 */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
