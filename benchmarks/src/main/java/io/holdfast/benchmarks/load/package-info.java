/**
 * Asks real Tomcats for pages and counts what that took: a {@link io.holdfast.benchmarks.load.Site}
 * is one Tomcat with its users, a {@link io.holdfast.benchmarks.load.Turn} what was seen while they
 * asked. {@link io.holdfast.benchmarks.load.Figures} compares each {@link
 * io.holdfast.benchmarks.load.Manager} with a reference, round by round.
 */
@NullMarked
package io.holdfast.benchmarks.load;

import org.jspecify.annotations.NullMarked;
