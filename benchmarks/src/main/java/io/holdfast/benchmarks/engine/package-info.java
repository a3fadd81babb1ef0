/**
 * The one way from an experiment to figures: a {@link io.holdfast.benchmarks.engine.Run} is one
 * call of an experiment, a {@link io.holdfast.benchmarks.engine.Field} has the contenders that run,
 * a {@link io.holdfast.benchmarks.engine.Scenario} says what they do in turn, a {@link
 * io.holdfast.benchmarks.engine.Crowd} asks them.
 */
@NullMarked
package io.holdfast.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
