/** Measurements of the whole product; {@code benchmarks/run} lists them. */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
