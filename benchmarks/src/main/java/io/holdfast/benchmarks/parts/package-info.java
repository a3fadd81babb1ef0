/** Parts of Holdfast by themselves, in this process: the store and its files. */
@NullMarked
package io.holdfast.benchmarks.parts;

import org.jspecify.annotations.NullMarked;
