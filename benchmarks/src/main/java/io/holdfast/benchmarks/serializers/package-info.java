/**
 * How long serializers take, and how many bytes. {@link
 * io.holdfast.benchmarks.serializers.SerializersMeasurement} runs the benchmarks, each library used
 * plainly and ours in turn, and writes what it saw into {@code docs/benchmarks.md}.
 */
@NullMarked
package io.holdfast.benchmarks.serializers;

import org.jspecify.annotations.NullMarked;
