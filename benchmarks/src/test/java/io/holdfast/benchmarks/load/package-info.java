@NullMarked
package io.holdfast.benchmarks.load;

import org.jspecify.annotations.NullMarked;
