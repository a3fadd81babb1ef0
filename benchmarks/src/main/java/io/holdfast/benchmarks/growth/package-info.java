/** How heap, threads and store operations grow with sessions, their size, and nodes. */
@NullMarked
package io.holdfast.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
