@NullMarked
package io.holdfast.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
