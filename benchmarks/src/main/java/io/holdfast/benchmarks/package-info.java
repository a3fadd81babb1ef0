/**
 * Measurements of the whole product: real Tomcats, real memcached nodes, load from outside. {@link
 * io.holdfast.benchmarks.RestartMeasurement} restarts a Tomcat under 10,000 sessions, {@link
 * io.holdfast.benchmarks.FrozenStoreMeasurement} freezes the store under load, {@link
 * io.holdfast.benchmarks.BacklogMeasurement} makes sessions while it is frozen; each writes what it
 * saw into {@code docs/measurements.md}.
 */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
