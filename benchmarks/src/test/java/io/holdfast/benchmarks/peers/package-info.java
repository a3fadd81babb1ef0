@NullMarked
package io.holdfast.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
