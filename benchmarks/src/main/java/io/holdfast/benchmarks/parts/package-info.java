/**
 * Parts of Holdfast by themselves, in this process: the store, its files, the steps of a backup.
 */
@NullMarked
package io.holdfast.benchmarks.parts;

import org.jspecify.annotations.NullMarked;
