@NullMarked
package io.holdfast.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
