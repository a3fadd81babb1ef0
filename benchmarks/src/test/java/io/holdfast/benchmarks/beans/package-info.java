@NullMarked
package io.holdfast.benchmarks.beans;

import org.jspecify.annotations.NullMarked;
