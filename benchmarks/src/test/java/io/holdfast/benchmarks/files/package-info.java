@NullMarked
package io.holdfast.benchmarks.files;

import org.jspecify.annotations.NullMarked;
