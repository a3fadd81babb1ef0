@NullMarked
package io.holdfast.benchmarks.modes;

import org.jspecify.annotations.NullMarked;
