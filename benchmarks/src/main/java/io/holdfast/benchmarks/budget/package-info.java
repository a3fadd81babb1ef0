/**
 * What one backup costs, step by step: processor time and allocation from the session's attributes
 * to the socket.
 */
@NullMarked
package io.holdfast.benchmarks.budget;

import org.jspecify.annotations.NullMarked;
