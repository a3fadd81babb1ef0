@NullMarked
package io.holdfast.benchmarks.tickets;

import org.jspecify.annotations.NullMarked;
