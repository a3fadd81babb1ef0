/**
 * How long serializers take, and how many bytes: each library used plainly and ours in turn, on
 * sessions of several kinds.
 */
@NullMarked
package io.holdfast.benchmarks.serializers;

import org.jspecify.annotations.NullMarked;
