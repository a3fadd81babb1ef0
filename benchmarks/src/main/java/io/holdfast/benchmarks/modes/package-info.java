/**
 * Measures what each way of keeping sessions costs: {@link
 * io.holdfast.benchmarks.modes.ModesMeasurement} starts one Tomcat per {@link
 * io.holdfast.benchmarks.modes.Mode} and lets the same users ask each for the same {@link
 * io.holdfast.benchmarks.load.Page} in turn, round by round.
 */
@NullMarked
package io.holdfast.benchmarks.modes;

import org.jspecify.annotations.NullMarked;
