/**
 * Many files that are opened, read and closed by many threads: ours beside a pool of open files and
 * beside the plain way.
 */
@NullMarked
package io.holdfast.benchmarks.files;

import org.jspecify.annotations.NullMarked;
