@NullMarked
package io.holdfast.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
