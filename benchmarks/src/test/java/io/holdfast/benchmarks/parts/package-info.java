@NullMarked
package io.holdfast.benchmarks.parts;

import org.jspecify.annotations.NullMarked;
