/**
 * Experiments with real Tomcats and nodes of ours alone: what each mode costs, what grows with
 * sessions, and what happens to sessions while a Tomcat restarts or the store is frozen.
 */
@NullMarked
package io.holdfast.benchmarks.tomcat;

import org.jspecify.annotations.NullMarked;
